import type { Tx } from '@kushi/db/connect'
import { customer_note } from '@kushi/db/schema/customer'
import type { OperatorQueryContext } from '../../../foundation/admin/index.ts'

/** 社内メモ about a member. Returns its id. */
export async function addMemberNote(
  tx: Tx,
  ctx: OperatorQueryContext,
  customer_id: number,
  body: string,
): Promise<number> {
  const { shop_id, operator, clock } = ctx
  const [added] = await tx
    .insert(customer_note)
    .values({ shop_id, customer_id, body, operator_id: operator.id, created_at: clock.now() })
    .returning({ id: customer_note.id })
  return added!.id
}
