import { adminContract } from '@kushi/contract/admin/contract'
import { exportBody } from '@kushi/contract/admin/csv'
import { customerList } from '@kushi/contract/admin/customer'
import type { Permission } from '@kushi/contract/admin/permission'
import { SettlementFile } from '@kushi/contract/admin/settlement'
import { maskPersonalData } from '@kushi/contract/field-meta'
import { expect, test } from 'vitest'
import type { OperatorContext } from '../context.ts'
import { maskEmail, maskForOperator, maskPersonal } from './mask.ts'

test.each([
  ['', ''],
  ['hanako@example.com', 'h***@example.com'],
  ['h@example.com', 'h***@example.com'],
  ['"a@b"@example.com', '"***@example.com'],
  ['U4af4980629aabbccdd', '***'],
  ['@example.com', '***'],
])('%j is masked as %j', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

test.each([
  [
    { q: '鵜飼 花子', status: ['1'] },
    { q: '＊＊(5文字)', status: ['1'] },
  ],
  [
    { q: '', sort: 'id' },
    { q: '', sort: 'id' },
  ],
  [{ sort: 'id' }, { sort: 'id' }],
])('the audit log stores the filters %j as %j', (filter, masked) => {
  expect(maskPersonalData(exportBody(customerList), { filter }, maskPersonal)).toEqual({ filter: masked })
})

test('what a field says is personal is masked, at any depth, for keys and for roles that may not see it', () => {
  const line = { id: 1, party: 'カ)ヤマダ ハナコ', note: '', order_no: 'TN1' }
  const file = { asked: { heads: ['お名前'], rows: [['山田 花子', '090-1234-5678']] } }
  const page = { items: [line], total: 1 }
  const endpoint = adminContract['GET /admin/v1/settlement-lines'].response
  const someone = (permissions: Permission[], api_key_id?: number) =>
    ({ operator: { permissions, ...(api_key_id && { api_key_id }) } }) as unknown as OperatorContext
  const key = someone(['accounting.write'], 7)
  expect(maskForOperator(key, endpoint, page)).toEqual({ items: [{ ...line, party: '＊＊(9文字)' }], total: 1 })
  expect(maskForOperator(key, SettlementFile, file)).toEqual({
    asked: { heads: ['お名前'], rows: [['＊＊(5文字)', '＊＊(13文字)']] },
  })
  expect(maskForOperator(key, endpoint, maskForOperator(key, endpoint, page))).toEqual(
    maskForOperator(key, endpoint, page),
  )
  expect(maskForOperator(someone(['accounting.write', 'export.personal'], 7), endpoint, page)).toEqual(page)
})
