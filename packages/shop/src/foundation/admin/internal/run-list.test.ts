import type { orderList } from '@kushi/contract/admin/order'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ListSource } from './run-list.ts'

type OwedFilter = ListSource<typeof orderList, object>['filters']['is_owed']

test('a flag’s function is given a boolean: one that compares it with a text does not compile', () => {
  const right: OwedFilter = (wanted: boolean) => sql`${wanted}`
  // @ts-expect-error: a flag is no text
  const wrong: OwedFilter = (wanted: string) => sql`${wanted === 'true'}`
  expect([right, wrong]).toHaveLength(2)
})
