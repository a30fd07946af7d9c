import { exportBody } from '@kushi/contract/admin/csv'
import type { List, ListSelection } from '@kushi/contract/admin/list'
import type { FieldSchema } from '@kushi/contract/field-meta'
import { type OperatorContext, refuseLongExport } from '../../admin/index.ts'
import { recordAudit } from '../../audit/index.ts'

/**
 * Begins the export of a list; every such export calls it before the first row is sent. Refuses an export that is too
 * long (013), and records who exports what, with the filters.
 */
export async function beginExport<L extends List>(
  ctx: OperatorContext,
  kind: string,
  { list, filter, source }: { list: L; filter: ListSelection; source: Parameters<typeof refuseLongExport<L>>[2] },
): Promise<void> {
  await refuseLongExport(list, filter, source)
  await recordExport(ctx, kind, { filter }, exportBody(list))
}

/** Writes the audit entry of an export: who exported which list. `after`: the filters. */
export const recordExport = (
  ctx: OperatorContext,
  kind: string,
  after: Record<string, unknown>,
  shape?: FieldSchema,
): Promise<void> =>
  ctx.db.transaction((tx) =>
    recordAudit(tx, ctx, {
      subject: 'export_file',
      subject_id: '',
      subject_name: `${kind}のCSV`,
      after,
      ...(shape && { shape }),
    }),
  )
