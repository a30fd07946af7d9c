import { expect, test } from 'vitest'
import { adminContract } from './contract.ts'
import type { AdminEndpoint } from './endpoint.ts'

/** Files for which no permission about personal data is asked, with the reason. */
const OPEN: Record<string, string> = {
  'POST /admin/v1/ledger/export': 'amounts by order',
  'POST /admin/v1/accounting/months/{month}/journals': 'amounts by order',
  'POST /admin/v1/accounting/journals/file': 'amounts by order',
  'POST /admin/v1/sales-report/export': 'sums',
  'POST /admin/v1/settlement-lines/export': 'its columns are masked as its list is',
  'POST /admin/v1/settlement-claims/export': 'amounts by order',
  'POST /admin/v1/products/export': 'goods',
  'POST /admin/v1/products/prices/export': 'goods',
  'POST /admin/v1/stock/export': 'goods',
  'POST /admin/v1/promotions/{id}/codes/export': 'codes',
  'POST /admin/v1/ad-codes/export': 'sums',
  'POST /admin/v1/setting/conversions/{id}/approvals': 'what the third party was told of orders, with consent',
  'POST /admin/v1/reports/{report}/export': 'sums',
  'POST /admin/v1/orders/items/export': 'goods by order',
  'POST /admin/v1/orders/{id}/documents': 'its handler refuses who sees no personal data',
  'POST /admin/v1/move-in/problems': 'its texts are masked as its screen is',
}

test('a file that tells of a person asks for the permission to see them', () => {
  const open = Object.entries<AdminEndpoint>(adminContract).filter(
    ([, { file, permission, personal }]) => file && !personal && permission !== 'export.personal',
  )
  expect(open.map(([key]) => key).sort()).toEqual(Object.keys(OPEN).sort())
})
