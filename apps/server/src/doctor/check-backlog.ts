import { shopCommand } from '@kushi/db/command-hints'
import type { Database } from '@kushi/db/connect'
import { shop } from '@kushi/db/schema/shop'
import { findUnbookedOrders } from '@kushi/shop/accounting/ledger/book'
import { listPaymentHolds } from '@kushi/shop/sales/payment/hold'
import { minutesBetweenRuns, overdueJobs } from '../jobs/overdue.ts'
import { errorFinding, type Finding, okFinding, warningFinding } from './finding.ts'

/** Minutes after which an unsent message counts as stuck. */
const restsAfter = 15

/** Minutes after which a payment that is neither made nor refused counts as stuck; `payment-repair` asks each minute. */
const standsAfter = 60

/** Checks whether any process runs the jobs, which are overdue, and which payments and messages wait. */
export async function checkBacklog(
  database: Database,
  schedules: Readonly<Record<string, { cron: string }>>,
): Promise<Finding[]> {
  return [
    ...(await hold(database)),
    ...(await payments(database)),
    ...(await books(database)),
    ...(await jobs(database, schedules)),
    ...(await outbox(database)),
  ]
}

async function hold({ db }: Database): Promise<Finding[]> {
  return (await listPaymentHolds(db)).map(({ shop_id, held_at, reason }) => {
    const found = `nothing is charged in shop ${shop_id} since ${held_at.toISOString()}: ${reason}`
    const remedy = `${shopCommand(`payments reconcile --shop ${shop_id}`)}, then ${shopCommand(`resume --shop ${shop_id} --list FILE`)}.`
    return errorFinding('payments', found, remedy)
  })
}

async function payments({ pool }: Database): Promise<Finding[]> {
  const { rows } = await pool.query<{ stand: number; oldest: number | null; differ: number }>(
    `select count(*)::int as stand, extract(epoch from now() - min(updated_at))::float / 60 as oldest,
            (select count(*)::int from payment_difference where resolved_at is null) as differ
     from payment where state in ('intent', 'returned', 'void_pending') and updated_at < now() - $1 * interval '1 minute'`,
    [standsAfter],
  )
  const { stand, oldest, differ } = rows[0]!
  const found: Finding[] = []
  if (stand > 0)
    found.push(
      errorFinding(
        'payments',
        `${stand} neither made nor refused, the oldest for ${Math.round(oldest!)} minutes`,
        'See the provider below, and that jobs run: payment-repair asks for them each minute.',
      ),
    )
  if (differ > 0)
    found.push(
      errorFinding(
        'payments',
        `${differ} differ from the provider's`,
        `${shopCommand('payments reconcile --days 30')} names them; what to do with each: docs/runbooks.md, "Differences of payments".`,
      ),
    )
  return found
}

async function books({ db }: Database): Promise<Finding[]> {
  const shops = await db.select({ shop_id: shop.id }).from(shop)
  const found = await Promise.all(
    shops.map(async ({ shop_id }) => ({ shop_id, ...(await findUnbookedOrders({ db, shop_id })) })),
  )
  return found
    .filter(({ orders }) => orders > 0)
    .map(({ shop_id, orders }) =>
      errorFinding(
        'books',
        `${orders} sold orders of shop ${shop_id} are not in 売上台帳`,
        `${shopCommand(`ledger book --shop ${shop_id}`)} adds them; so does the next night.`,
      ),
    )
}

async function jobs(database: Database, schedules: Readonly<Record<string, { cron: string }>>): Promise<Finding[]> {
  const remedy = 'Start a server with --role worker, or without --role; /readyz and its log say why jobs do not start.'
  const { pool } = database
  const known = await pool.query(`select to_regclass('pgboss.schedule') is not null as known`)
  if (!known.rows[0].known) return [errorFinding('jobs', 'have never run here', remedy)]
  const frequent = Object.keys(schedules).filter((name) => minutesBetweenRuns(schedules[name]!.cron) === 1)
  const { rows } = await pool.query<{ quiet: number | null; up: number | null }>(
    `select (select extract(epoch from now() - max(started_on))::float / 60 from pgboss.job where name = any($1)) as quiet,
            (select extract(epoch from now() - min(created_on))::float / 60 from pgboss.schedule) as up`,
    [frequent],
  )
  const { quiet, up } = rows[0]!
  if (quiet === null || quiet > 5)
    return [
      errorFinding(
        'jobs',
        quiet === null ? 'have never run here' : `none began for ${Math.round(quiet)} minutes`,
        remedy,
      ),
    ]
  const overdue = await overdueJobs(database, schedules, up ?? 0)
  if (overdue.length === 0) return [okFinding('jobs', 'run, none is overdue')]
  return [
    errorFinding(
      'jobs',
      `overdue: ${overdue.join(', ')}`,
      'If no worker ran then, they run at their next time; else its log says what stopped them ("job failed").',
    ),
  ]
}

async function outbox({ pool }: Database): Promise<Finding[]> {
  const { rows } = await pool.query<{ failed: number; resting: number; oldest: number | null }>(
    `select count(*) filter (where failed_at is not null) as failed,
            count(*) filter (where failed_at is null and created_at < now() - $1 * interval '1 minute') as resting,
            extract(epoch from now() - min(created_at) filter (where failed_at is null))::float / 60 as oldest
     from outbox where sent_at is null and stopped_at is null`,
    [restsAfter],
  )
  const { failed, resting, oldest } = rows[0]!
  const found: Finding[] = []
  if (failed > 0)
    found.push(
      warningFinding(
        'outbox',
        `${failed} messages were given up`,
        `${shopCommand('outbox failed')} says why; outbox retry tries again.`,
      ),
    )
  if (resting > 0)
    found.push(
      errorFinding(
        'outbox',
        `${resting} messages wait, the oldest for ${Math.round(oldest!)} minutes`,
        'See the mail server (SMTP_URL) and LINE below, and that jobs run.',
      ),
    )
  return found.length > 0 ? found : [okFinding('outbox', 'nothing rests')]
}
