import type { Queryable } from '@kushi/db/connect'
import { insertRows } from '@kushi/db/in-sets'
import { extension_note } from '@kushi/db/schema/extension'
import type { WebhookEvent } from '@kushi/values/webhook'
import { extensionsOf } from '../registered.ts'

type Data = Readonly<Record<string, string | number | null>>

/**
 * Writes notes for each extension that handles the event, in the transaction that caused it. Runs no query when there
 * is none.
 */
export async function tellAfter(
  tx: Queryable,
  { shop_id, at }: { shop_id: number; at: Date },
  all: readonly { event: WebhookEvent; data: Data }[],
): Promise<void> {
  const extensions = extensionsOf(shop_id)
  const rows = all.flatMap(({ event, data }) =>
    extensions
      .filter(({ after }) => after?.[event])
      .map(({ name }) => ({ shop_id, extension: name, event, data, happened_at: at })),
  )
  await insertRows(tx, extension_note, rows)
}
