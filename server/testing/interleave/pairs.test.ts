import { accountPairs } from './accounts.ts';
import { testAnyOrder } from './any-order.ts';
import { pairs } from './pairs.ts';
import { resetPairs } from './resets.ts';

testAnyOrder([...pairs, ...resetPairs, ...accountPairs], 2);
