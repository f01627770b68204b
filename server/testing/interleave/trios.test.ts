import { testAnyOrder } from './any-order.ts';
import { trios } from './trios.ts';

testAnyOrder(trios, 3);
