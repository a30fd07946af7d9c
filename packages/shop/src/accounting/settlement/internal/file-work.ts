import type { Queryable } from '@kushi/db/connect'
import { settlement_file } from '@kushi/db/schema/settlement'
import { isRow } from '@kushi/db/shop-scope'
import type { Context } from '../../../context.ts'

export type SettlementFileRow = typeof settlement_file.$inferSelect

/** Lines per transaction. */
export const BLOCK = 2_000
/** The claim of a process that died expires after this time. */
const CLAIM_MS = 120_000

export const claimedUntil = ({ clock }: Pick<Context, 'clock'>): Date => new Date(clock.now().getTime() + CLAIM_MS)

/** The time of this round is over; the next one continues. */
export class OutOfTime extends Error {}

export const updateFile = (db: Queryable, file: SettlementFileRow, set: Partial<SettlementFileRow>) =>
  db.update(settlement_file).set(set).where(isRow(settlement_file, file))
