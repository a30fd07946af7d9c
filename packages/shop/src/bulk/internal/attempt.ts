import type { Tx } from '@kushi/db/connect'
import type { bulk_job, bulk_job_row } from '@kushi/db/schema/bulk'
import { operatorActor } from '../../actor.ts'
import { type Context, within } from '../../context.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import type { Answers, Done, Kind, RowContext } from './kinds/kind.ts'
import { kindOf } from './kinds.ts'
import { rowReason } from './row-reason.ts'

export type Job = typeof bulk_job.$inferSelect
type Row = typeof bulk_job_row.$inferSelect

/** `undo` left out: as it was. */
interface Became {
  isWell: boolean
  detail: string
  undo?: Record<string, unknown> | null
}

/**
 * Does it to these rows. What is refused leaves nothing but its reason. Of a block, rows in other hands are left out.
 * @throws whatever else goes wrong in a block: its rows are to be tried one by one then
 */
export async function attempt(ctx: Context, tx: Tx, job: Job, rows: readonly Row[]): Promise<Map<number, Became>> {
  const [first] = rows
  if (!first) return new Map()
  if (rows.length === 1) return new Map([[first.subject_id, await alone(ctx, tx, job, first)]])
  const answers = await answersOf(rowContext(ctx, tx, job), kindOf(job.kind), job, rows)
  return new Map(
    rows.flatMap((row) => {
      const answer = answers.get(row.subject_id)
      return answer ? [[row.subject_id, becameOf(job, row, answer)]] : []
    }),
  )
}

/** In a savepoint of its own, so that what fails is undone, whatever it was. */
async function alone(ctx: Context, tx: Tx, job: Job, row: Row): Promise<Became> {
  try {
    return await tx.transaction(async (inner) => {
      const answers = await answersOf(rowContext(ctx, inner, job), kindOf(job.kind), job, [row])
      return becameOf(job, row, answers.get(row.subject_id) ?? notFound())
    })
  } catch (error) {
    if (error instanceof ShopError) return becameOf(job, row, error)
    ctx.log.error({ err: error, bulk_job: job.id, subject: row.subject_id }, 'row of a bulk job failed')
    return { isWell: false, detail: BROKEN }
  }
}

const BROKEN = 'システムの都合でできませんでした。やり直しても変わらないときは、開発者にお知らせください。'

async function answersOf(ctx: RowContext, kind: Kind, job: Job, rows: readonly Row[]): Promise<Answers> {
  const ids = rows.map((row) => row.subject_id)
  if (job.state !== 'taking_back') return kind.runAll(ctx, ids, job.params)
  return kind.takeAllBack!(ctx, new Map(rows.map((row) => [row.subject_id, row.undo!])))
}

/** What is taken back says what it said. */
function becameOf({ state }: Job, row: Row, answer: Done | ShopError): Became {
  if (answer instanceof ShopError) return { isWell: false, detail: rowReason(answer) }
  if (state === 'taking_back') return { isWell: true, detail: row.detail }
  const { detail, undo } = answer
  return state === 'checking' ? { isWell: true, detail } : { isWell: true, detail, undo }
}

/** In the name of the operator who asked for it. What is only tried writes no mail. */
const rowContext = (ctx: Context, tx: Tx, job: Job): RowContext => ({
  ...within(ctx, tx),
  tx,
  shop_id: job.shop_id,
  job_id: job.id,
  actor: operatorActor({ id: job.operator_id, name: job.operator_name }),
  is_tried: job.state === 'checking',
  is_quiet: !job.notify || job.state === 'checking',
})
