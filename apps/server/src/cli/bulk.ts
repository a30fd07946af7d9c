import { setTimeout as sleep } from 'node:timers/promises'
import { type BulkJob, bulkAdminEndpoints } from '@kushi/contract/admin/bulk'
import type { AdminContext, OperatorContext } from '@kushi/shop/foundation/admin/context'
import { deliverOutbox } from '@kushi/shop/messaging/message/deliver-outbox'
import { retryBulkJob, revertBulkJob, runBulkJob, stopBulkJob } from '@kushi/shop/operation/bulk/admin/control-job'
import { listBulkJobRows, listBulkJobs, showBulkJob } from '@kushi/shop/operation/bulk/admin/show-jobs'
import {
  startBulkMessageJob,
  startBulkOrderJob,
  startBulkSubscriptionJob,
} from '@kushi/shop/operation/bulk/admin/start-job'
import { processBulkJobs } from '@kushi/shop/operation/bulk/process-bulk-jobs'
import { BULK_ROW_STATE_NAME, type BulkRowState } from '@kushi/values/bulk-job'
import { askAgreement, requireAgreement } from './agreement.ts'
import { parseBulkJobOptions } from './bulk-order.ts'
import { type Command, type CommandOptions, UsageError } from './command.ts'
import { operatorContextFor } from './operator-context.ts'

/** A job runs in the name and with the permissions of an operator: its rows record them. */
const asOperator = (ctx: AdminContext, key: keyof typeof bulkAdminEndpoints) =>
  operatorContextFor(ctx, bulkAdminEndpoints[key])

function jobId(subject: string | undefined): number {
  const id = Number(subject)
  if (!Number.isInteger(id) || id < 1) throw new UsageError('Which job? Give its number, as `bulk list` says it.')
  return id
}

const rowOf = ({ id, state, text, operator_name, counts }: BulkJob) => ({
  job: id,
  state,
  what: text,
  by: operator_name,
  ...counts,
})

/** Works on the job beside the running shop until it is finished; if this process ends early, the shop continues. */
async function follow(ctx: OperatorContext, id: number): Promise<BulkJob> {
  for (;;) {
    const job = await showBulkJob(ctx, { id })
    const isOver = !['checking', 'running', 'taking_back'].includes(job.state)
    progress(job, isOver)
    if (isOver) return job
    if ((await processBulkJobs(ctx, { budgetMs: 1_000 })) > 0) continue
    await deliverOutbox(ctx)
    await sleep(200)
  }
}

/** Shows progress on the terminal. */
function progress({ id, state, counts }: BulkJob, isOver: boolean): void {
  if (!process.stderr.isTTY) return
  const some = Object.entries(counts).filter(([, n]) => n > 0)
  const countText = some.map(([name, n]) => `${name} ${n}`).join('  ')
  process.stderr.write(`\r\u001b[Kjob ${id} ${state}  ${countText}${isOver ? '\n' : ''}`)
}

const questions = {
  run: ({ counts, text, notify }: BulkJob) =>
    `${text}: ${counts.possible} change, ${counts.impossible} can't. ${notify ? 'Members are written to.' : 'Nobody is written to.'} Run it?`,
  retry: ({ counts, text }: BulkJob) => `${text}: ${counts.failed + counts.impossible} once more?`,
  take_back: ({ counts, text }: BulkJob) => `${text}: take ${counts.done} back?`,
}
const handlers = { run: runBulkJob, retry: retryBulkJob, take_back: revertBulkJob }

async function steer(
  ctx: AdminContext,
  name: keyof typeof handlers,
  subject: string | undefined,
  options: CommandOptions,
) {
  const inside = await asOperator(ctx, 'POST /admin/v1/bulk-jobs/{id}/run')
  const job = await showBulkJob(inside, { id: jobId(subject) })
  if (!(await requireAgreement(questions[name](job), options))) return [rowOf(job)]
  await handlers[name](inside, { id: job.id })
  return [rowOf(await follow(inside, job.id))]
}

async function begin(ctx: AdminContext, asked: Awaited<ReturnType<typeof parseBulkJobOptions>>) {
  if (asked.kind === 'send_message')
    return startBulkMessageJob(await asOperator(ctx, 'POST /admin/v1/bulk-jobs/messages'), asked)
  return asked.kind === 'mark_delivered'
    ? startBulkOrderJob(await asOperator(ctx, 'POST /admin/v1/bulk-jobs/orders'), asked)
    : startBulkSubscriptionJob(await asOperator(ctx, 'POST /admin/v1/bulk-jobs/subscriptions'), asked)
}

/** まとめて変更 for scripts: the same handlers as the screen, in the same order. */
export const bulkCommands: Record<string, Command> = {
  'bulk list': {
    usage: 'bulk list --operator <e-mail>      jobs, the newest first, with how many rows are in which state',
    run: async (ctx) => (await listBulkJobs(await asOperator(ctx, 'GET /admin/v1/bulk-jobs'), {})).items.map(rowOf),
  },
  'bulk start': {
    usage:
      "bulk start <kind> --filter 'summary_status=1' [--quiet] [--yes]  tries it and says how many change; on yes it runs. move_dates --days 7 | --to 2027-01-05; pause; swap_product --from OIL-30 --to OIL-60; change_price --from OIL-30 --amount 2640 --to 2027-02-01 [--refused pause]; change_fees --to 2027-02-01 [--refused pause]; cancel --reason 1 --detail <text>; mark_delivered; send_message --list customers --file mail.txt [--advert]",
    async run(ctx, subject, options) {
      const choices =
        subject === 'send_message' ? 'GET /admin/v1/bulk-messages/placeholders' : 'GET /admin/v1/bulk-choices'
      const asked = await parseBulkJobOptions(await asOperator(ctx, choices), subject, options)
      const { id } = await begin(ctx, asked)
      const inside = await asOperator(ctx, 'GET /admin/v1/bulk-jobs/{id}')
      const job = await follow(inside, id)
      if (!job.can.run || !(await askAgreement(questions.run(job), options))) return [rowOf(job)]
      await runBulkJob(inside, { id })
      return [rowOf(await follow(inside, id))]
    },
  },
  'bulk run': {
    usage: 'bulk run <job> --yes               one that was tried, or stopped',
    run: (ctx, subject, options) => steer(ctx, 'run', subject, options),
  },
  'bulk rows': {
    usage: 'bulk rows <job> [--status failed]  what became of each row, and why not',
    async run(ctx, subject, { status }) {
      const inside = await asOperator(ctx, 'GET /admin/v1/bulk-jobs/{id}/rows')
      const states = Object.keys(BULK_ROW_STATE_NAME) as BulkRowState[]
      const state = states.find((one) => one === status)
      if (status !== undefined && !state) throw new UsageError(`--status is one of ${states.join(', ')}.`)
      const id = jobId(subject)
      const rows: object[] = []
      for (let after: number | null = 0; after !== null; ) {
        const page: Awaited<ReturnType<typeof listBulkJobRows>> = await listBulkJobRows(inside, { id, state, after })
        for (const { subject_name: name, state, detail } of page.items) rows.push({ job: id, name, state, detail })
        after = page.next
      }
      return rows
    },
  },
  'bulk stop': {
    usage: 'bulk stop <job>                    what is done stays done; one that was not run is dropped',
    async run(ctx, subject) {
      const inside = await asOperator(ctx, 'POST /admin/v1/bulk-jobs/{id}/stop')
      return [rowOf(await stopBulkJob(inside, { id: jobId(subject) }))]
    },
  },
  'bulk retry': {
    usage: 'bulk retry <job> --yes             rows that failed or could not be changed, once more',
    run: (ctx, subject, options) => steer(ctx, 'retry', subject, options),
  },
  'bulk take-back': {
    usage: 'bulk take-back <job> --yes         as far as nobody has changed it since',
    run: (ctx, subject, options) => steer(ctx, 'take_back', subject, options),
  },
}
