import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import type { Context } from '../../../context.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { composeMail, enqueueMail, personalAddresseeText } from '../../../messaging/message/index.ts'
import { isSameAddress } from '../rules/same-address.ts'

type Contacts = Parameters<typeof isSameAddress>[0]

const placeOf = (one: Contacts): Contacts => ({ ...one, name01: '', name02: '', phone_number: '' })

/** Returns the labels of the changed contact data, for the mail to the member: ご住所, お電話番号. */
export const changedContactLabels = (before: Contacts, after: Contacts): string[] => [
  ...(isSameAddress(placeOf(before), placeOf(after)) ? [] : ['ご住所']),
  ...(before.phone_number === after.phone_number ? [] : ['お電話番号']),
]

/**
 * Notifies the member by mail of changed contact data or of another's account that is charged, because somebody else may
 * have changed it with a stolen login (クレジットカード・セキュリティガイドライン). Does nothing if `changed` is empty.
 */
export async function notifyProfileChange(
  tx: Tx,
  { shop_id, clock }: Pick<Context, 'shop_id' | 'clock'>,
  customer_id: number,
  changed: readonly string[],
): Promise<void> {
  if (changed.length === 0) return
  const [member] = await tx
    .select()
    .from(customer)
    .where(sameRowCondition(customer, { shop_id, id: customer_id }))
  const { name01, name02 } = member!
  const seller = await loadShop({ db: tx, shop_id })
  const mail = await composeMail(tx, seller, 'profile_changed', member!, {
    宛名: personalAddresseeText(`${name01} ${name02}`),
    変更した項目: changed.join('と'),
  })
  await enqueueMail(tx, shop_id, `profile-changed:${customer_id}:${changed.join()}:${clock.now().getTime()}`, mail, {
    customer_id,
  })
}
