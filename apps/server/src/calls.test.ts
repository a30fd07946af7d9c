import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { contract } from '@kushi/contract/contract'
import { expect, test } from 'vitest'
import { adminCallBindings, callBindings } from './calls.ts'
import { sortByMountOrder } from './http/call-path.ts'

const shop = join(import.meta.dirname, '../../../packages/shop/src')
const files = readdirSync(shop, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('/calls.ts'))

/** A spread takes the last of two silently. */
test('a call has one handler', async () => {
  const features = (await Promise.all(files.map((file) => import(join(shop, file))))) as Record<string, object>[]
  const keys = features.flatMap((each) => Object.values(each).flatMap(Object.keys))
  expect(keys.toSorted()).toEqual([...Object.keys(callBindings), ...Object.keys(adminCallBindings)].toSorted())
})

test('a name is mounted before an id in the same place', () => {
  const paths = sortByMountOrder(callBindings).map(({ path }) => path)
  const at = (path: keyof typeof contract) => paths.indexOf(path.split(' ')[1]!)
  expect(at('GET /v1/setting/shop/detail/mypage')).toBeLessThan(at('GET /v1/setting/shop/detail/{shop_id}'))
})
