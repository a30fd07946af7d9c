import type { Tx } from '@kushi/db/connect'
import { former_name } from '@kushi/db/schema/shop'
import type { OperatorQueryContext } from '../../../foundation/admin/index.ts'

type NameChange = Pick<typeof former_name.$inferSelect, 'subject' | 'subject_id'> & { before: string; after: string }

/**
 * Saves the old name of a renamed entry, so that past records that refer to it by id can show the name of their time.
 */
export async function storeFormerName(
  tx: Tx,
  ctx: OperatorQueryContext,
  { before, after, ...of }: NameChange,
): Promise<void> {
  if (before === after) return
  const row = { ...of, shop_id: ctx.shop_id, name: before, until: ctx.clock.now() }
  // Renamed twice at one moment: nothing names the name in between.
  await tx.insert(former_name).values(row).onConflictDoNothing()
}
