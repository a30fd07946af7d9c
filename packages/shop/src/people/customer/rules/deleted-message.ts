import { prefectureName } from '@kushi/values/prefecture'

interface NewDefaultAddress {
  name01: string
  name02: string
  pref_id: number
  addr01: string
}

/**
 * The message for the member after an address is deleted. `newDefault`: the new default address, null when none is
 * left, undefined when the default did not change. `subscriptions`: numbers of those that keep the address.
 */
export function addressDeletedMessage(
  newDefault: NewDefaultAddress | null | undefined,
  subscriptions: readonly number[],
): string {
  const sentences = ['お届け先を削除しました。']
  if (newDefault)
    sentences.push(
      `いつものお届け先を「${newDefault.name01} ${newDefault.name02} 様(${prefectureName(newDefault.pref_id)}${newDefault.addr01})」に変更しました。`,
    )
  if (newDefault === null) sentences.push('登録されているお届け先はありません。')
  if (subscriptions.length > 0)
    sentences.push(
      `定期便(契約番号 ${subscriptions.join('、')})は、これまでと同じお届け先へお届けします。変更は定期便の画面から承ります。`,
    )
  return sentences.join('')
}
