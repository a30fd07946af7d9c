import type { Queryable } from '@kushi/db/connect'
import { settlement_file } from '@kushi/db/schema/settlement'
import { isRow } from '@kushi/db/shop-scope'
import { getTableColumns, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { type ByteSource, bytesSource } from '../../../foundation/csv/index.ts'

/** All but its bytes, which are read piece by piece. */
const { content: _, ...columns } = getTableColumns(settlement_file)
export const fileColumns = columns
export type SettlementFileRow = Omit<typeof settlement_file.$inferSelect, 'content'>

/** The database unpacks a value from its beginning for each slice of it, so there are few. */
const SLICE = 4 * 1024 * 1024

/** The bytes as they came. */
export const contentOf = (db: Queryable, file: Pick<SettlementFileRow, 'shop_id' | 'id'>): ByteSource =>
  async function* () {
    for (let at = 1; ; at += SLICE) {
      const slice = sql<Buffer>`substring(${settlement_file.content} from ${at}::int for ${SLICE}::int)`
      const [row] = await db.select({ slice }).from(settlement_file).where(isRow(settlement_file, file))
      if (!row) return
      yield* bytesSource(row.slice)()
      if (row.slice.byteLength < SLICE) return
    }
  }

/** Lines per transaction. */
export const BLOCK = 2_000
/** The claim of a process that died expires after this time. */
const CLAIM_MS = 120_000

export const claimedUntil = ({ clock }: Pick<Context, 'clock'>): Date => new Date(clock.now().getTime() + CLAIM_MS)

/** The time of this round is over; the next one continues. */
export class OutOfTime extends Error {}

export const updateFile = (db: Queryable, file: SettlementFileRow, set: Partial<SettlementFileRow>) =>
  db.update(settlement_file).set(set).where(isRow(settlement_file, file))
