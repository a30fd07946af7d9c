import { expect, test } from 'vitest'
import { loadMasterData } from './step-02-master-data.ts'
import { fakeDeps, to } from './testing.ts'

test.each([
  ['/products', ['prefetchMasterData idle']],
  ['/normal-purchase', ['prefetchMasterData now']],
  ['/mypage/customer', ['prefetchMasterData now']],
  ['/unknown', ['prefetchMasterData idle']],
])('%s loads %j', async (path, calls) => {
  const deps = fakeDeps()
  expect(await loadMasterData(to(path), deps)).toBeUndefined()
  expect(deps.calls).toEqual(calls)
})
