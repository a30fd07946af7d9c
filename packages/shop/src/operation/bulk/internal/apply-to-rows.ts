import type { Tx } from '@kushi/db/connect'
import type { bulk_job, bulk_job_row } from '@kushi/db/schema/bulk'
import { operatorActor } from '../../../actor.ts'
import { contextInTransaction, type QueryContext } from '../../../context.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { bulkOperation } from './bulk-operations.ts'
import type { BulkOperation, BulkRowContext, BulkRowResult, BulkRowResults } from './kinds/kind.ts'

export type BulkJobRow = typeof bulk_job.$inferSelect
type Row = typeof bulk_job_row.$inferSelect

/** Without `undo`, the row keeps its stored one. */
interface Became {
  isWell: boolean
  detail: string
  undo?: Record<string, unknown> | null
}

/**
 * Applies the job to these rows. A row that is refused changes nothing and keeps the reason. In a block, rows that
 * another transaction has locked are missing from the result.
 * @throws any other error in a block; the caller then tries its rows one by one
 */
export async function applyBulkJobToRows(
  ctx: QueryContext,
  tx: Tx,
  job: BulkJobRow,
  rows: readonly Row[],
): Promise<Map<number, Became>> {
  const [first] = rows
  if (!first) return new Map()
  if (rows.length === 1) return new Map([[first.subject_id, await alone(ctx, tx, job, first)]])
  const answers = await answersOf(rowContext(ctx, tx, job), bulkOperation(job.kind), job, rows)
  return new Map(
    rows.flatMap((row) => {
      const answer = answers.get(row.subject_id)
      return answer ? [[row.subject_id, becameOf(job, row, answer)]] : []
    }),
  )
}

/** Runs in its own savepoint, so that any failure is rolled back. */
async function alone(ctx: QueryContext, tx: Tx, job: BulkJobRow, row: Row): Promise<Became> {
  try {
    return await tx.transaction(async (inner) => {
      const answers = await answersOf(rowContext(ctx, inner, job), bulkOperation(job.kind), job, [row])
      return becameOf(job, row, answers.get(row.subject_id) ?? notFound())
    })
  } catch (error) {
    if (error instanceof ShopError) return becameOf(job, row, error)
    ctx.log.error({ err: error, bulk_job: job.id, subject: row.subject_id }, 'row of a bulk job failed')
    return { isWell: false, detail: BROKEN }
  }
}

const BROKEN = 'システムの都合でできませんでした。やり直しても変わらないときは、開発者にお知らせください。'

async function answersOf(
  ctx: BulkRowContext,
  kind: BulkOperation,
  job: BulkJobRow,
  rows: readonly Row[],
): Promise<BulkRowResults> {
  const ids = rows.map((row) => row.subject_id)
  if (job.state !== 'taking_back') return kind.runAll(ctx, ids, job.params)
  return kind.takeAllBack!(ctx, new Map(rows.map((row) => [row.subject_id, row.undo!])))
}

/** When a row is taken back, it keeps its detail text. */
function becameOf({ state }: BulkJobRow, row: Row, answer: BulkRowResult | ShopError): Became {
  if (answer instanceof ShopError) return { isWell: false, detail: bulkRowFailureText(answer) }
  if (state === 'taking_back') return { isWell: true, detail: row.detail }
  const { detail, undo } = answer
  return state === 'checking' ? { isWell: true, detail } : { isWell: true, detail, undo }
}

/**
 * Why a row could not be done, as its job shows it. For a change by the member, the original message may contain their
 * address, so it is left out.
 */
export const bulkRowFailureText = ({ error, message }: ShopError): string =>
  error === 'ERROR_SUBSCRIPTION_CHANGED'
    ? 'ほかの画面または端末で、先に変更されました。内容をご確認のうえ、やり直してください。'
    : message

/** Acts in the name of the operator who requested the job. A dry run sends no mail. */
const rowContext = (ctx: QueryContext, tx: Tx, job: BulkJobRow): BulkRowContext => ({
  ...contextInTransaction(ctx, tx),
  tx,
  shop_id: job.shop_id,
  job_id: job.id,
  actor: operatorActor({ id: job.operator_id, name: job.operator_name }),
  is_tried: job.state === 'checking',
  is_quiet: !job.notify || job.state === 'checking',
})
