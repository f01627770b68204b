import { testAnyOrder } from './any-order.ts';
import { joinPairs } from './joins.ts';
import { pairs } from './pairs.ts';

testAnyOrder([...pairs, ...joinPairs], 2);
