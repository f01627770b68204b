import { accountPairs } from './accounts.ts';
import { testAnyOrder } from './any-order.ts';
import { resetPairs } from './resets.ts';

testAnyOrder([...resetPairs, ...accountPairs], 2);
