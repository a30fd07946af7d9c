import { maskSearch, type OperatorContext } from '../../admin/index.ts'
import { record } from '../../audit/index.ts'

/** Writes the audit entry before the first row is sent: who exports what, with the filters. */
export const noteExport = (ctx: OperatorContext, kind: string, filter: Record<string, unknown>): Promise<void> =>
  ctx.db.transaction((tx) =>
    record(tx, ctx, {
      subject: 'export_file',
      subject_id: '',
      subject_name: `${kind}のCSV`,
      after: { filter },
      masks: { filter: maskSearch },
    }),
  )
