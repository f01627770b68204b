import { testAnyOrder } from './any-order.ts';
import { pairs } from './pairs.ts';

testAnyOrder(pairs, 2);
