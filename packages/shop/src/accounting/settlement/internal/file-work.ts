import type { Queryable } from '@kushi/db/connect'
import { settlement_file } from '@kushi/db/schema/settlement'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { JOB_CLAIM_MS } from '@kushi/values/work-claim'
import { getTableColumns, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { type ByteSource, bytesSource } from '../../../foundation/csv/index.ts'

/** All but its bytes, which are read piece by piece. */
const { content: _, ...columns } = getTableColumns(settlement_file)
/** All columns of a settlement file but its content. */
export const settlementFileColumns = columns
/** A row of `settlement_file` without its content. */
export type SettlementFileRow = Omit<typeof settlement_file.$inferSelect, 'content'>

/**
 * The size of a slice of the file. Slices are few, because the database unpacks a value from its beginning for each of
 * them.
 */
const SLICE = 4 * 1024 * 1024

/** Reads the content of a settlement file piece by piece, as it was uploaded. */
export const settlementFileContent = (db: Queryable, file: Pick<SettlementFileRow, 'shop_id' | 'id'>): ByteSource =>
  async function* () {
    for (let at = 1; ; at += SLICE) {
      const slice = sql<Buffer>`substring(${settlement_file.content} from ${at}::int for ${SLICE}::int)`
      const [row] = await db.select({ slice }).from(settlement_file).where(sameRowCondition(settlement_file, file))
      if (!row) return
      yield* bytesSource(row.slice)()
      if (row.slice.byteLength < SLICE) return
    }
  }

/** Settlement lines per transaction. */
export const SETTLEMENT_LINES_PER_TRANSACTION = 2_000
/** The time at which a process loses its claim on a settlement file, unless it renews the claim. */
export const settlementFileClaimExpiry = ({ clock }: Pick<Context, 'clock'>): Date =>
  new Date(clock.now().getTime() + JOB_CLAIM_MS)

/** Thrown when the time of this run is over. The next run continues the file. */
export class TimeBudgetSpentError extends Error {}

/** Sets columns of a settlement file. */
export const updateSettlementFile = (db: Queryable, file: SettlementFileRow, set: Partial<SettlementFileRow>) =>
  db.update(settlement_file).set(set).where(sameRowCondition(settlement_file, file))
