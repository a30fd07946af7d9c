import { maskSearch, type OperatorContext } from '../../admin/index.ts'
import { record } from '../../audit/index.ts'

/** Written before the first row leaves: who takes what, with the filters that were set. */
export const noteExport = (ctx: OperatorContext, kind: string, filter: Record<string, unknown>): Promise<void> =>
  ctx.db.transaction((tx) =>
    record(tx, ctx, {
      ...{ subject: 'export_file', subject_id: '', subject_name: `${kind}のCSV` },
      ...{ after: { filter }, masks: { filter: maskSearch } },
    }),
  )
