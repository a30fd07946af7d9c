import { customerList } from '@kushi/contract/admin/customer'
import type { ListSelection } from '@kushi/contract/admin/list'
import { type AdminHandler, type OperatorContext, readEveryPage } from '../../../foundation/admin/index.ts'
import { beginExport, csvFile } from '../../../foundation/csv/index.ts'
import { type CustomerSheetRow, customerSheetColumns } from '../internal/customer-sheet.ts'
import { customerListSource } from './list-customers.ts'

/** 会員のCSV of the members that the list shows. It contains personal data, so the second factor is required again. */
export const exportCustomers: AdminHandler<'POST /admin/v1/customers/export'> = async (ctx, { filter, encoding }) => {
  await beginExport(ctx, '会員', { list: customerList, filter, source: customerListSource(ctx) })
  return csvFile(`customers-${ctx.clock.today()}`, customerSheetColumns, encoding, membersOf(ctx, filter))
}

async function* membersOf(ctx: OperatorContext, filter: ListSelection): AsyncGenerator<CustomerSheetRow[]> {
  for await (const page of readEveryPage(customerList, filter, customerListSource(ctx)))
    yield page.map(({ row, rank_name, source_label }) => ({
      ...row,
      rank_name,
      source_label,
      has_line: row.line_id !== null,
    }))
}
