import { customerList } from '@kushi/contract/admin/customer'
import type { ListSelection } from '@kushi/contract/admin/list'
import { type AdminHandler, type OperatorContext, readEveryPage } from '../../../foundation/admin/index.ts'
import { beginExport, csvFile } from '../../../foundation/csv/index.ts'
import { memberColumns, type SheetMember } from '../internal/customer-sheet.ts'
import { customerSource } from './list-customers.ts'

/** 会員のCSV of the members that the list shows. It contains personal data, so the second factor is required again. */
export const exportCustomers: AdminHandler<'POST /admin/v1/customers/export'> = async (ctx, { filter, encoding }) => {
  await beginExport(ctx, '会員', { list: customerList, filter, source: customerSource(ctx) })
  return csvFile(`customers-${ctx.clock.today()}`, memberColumns, encoding, membersOf(ctx, filter))
}

async function* membersOf(ctx: OperatorContext, filter: ListSelection): AsyncGenerator<SheetMember[]> {
  for await (const page of readEveryPage(customerList, filter, customerSource(ctx)))
    yield page.map(({ row, rank_name, source_label }) => ({
      ...row,
      rank_name,
      source_label,
      has_line: row.line_id !== null,
    }))
}
