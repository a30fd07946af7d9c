import type { SelfCheckItem } from '@kushi/values/self-check'

/** The texts of the order confirmation, by the items of 特定商取引法 12条の6. Empty: the confirmation does not say it. */
export interface ConfirmationTexts {
  subject: string
  is_subscription: boolean
  /** 分量: goods and quantity; of a contract also how long it lasts. */
  quantity: string
  duration: string
  /** 対価: the sum, and of a contract that of each later delivery. */
  sum: string
  later_sum: string
  /** いつ、どう支払うか */
  payment: string
  /** いつ届くか, and of a contract the next delivery. */
  delivery: string
  next_delivery: string
  /** 申込みの期間 */
  offer: string
  /** 撤回・解除: cancelling an order, returns, and 解約 of a contract with the phone number. */
  cancelling: string
  returns: string
  ending: string
  phone_number: string
}

/** Returns each item that the law requires of the order confirmation, with its text, or what is missing. */
export function confirmationLegalItems(words: ConfirmationTexts): SelfCheckItem[] {
  const { subject, is_subscription: isContract } = words
  const item = (label: string, said: string[], missing: string | null): SelfCheckItem => ({
    subject,
    label,
    is_met: missing === null,
    said: said.filter((one) => one !== '').join(' '),
    fact: missing ?? '',
  })
  const lacking = (...parts: [text: string, name: string][]) => {
    const names = parts.filter(([text]) => text.trim() === '').map(([, name]) => name)
    return names.length === 0 ? null : `${names.join('、')}がありません`
  }
  const ofContract = (text: string, name: string): [string, string][] => (isContract ? [[text, name]] : [])
  return [
    item(
      '分量',
      [words.quantity, words.duration],
      lacking([words.quantity, '数量'], ...ofContract(words.duration, '契約の期間')),
    ),
    item(
      '販売価格(送料を含む)',
      [words.sum, words.later_sum],
      lacking([words.sum, '合計'], ...ofContract(words.later_sum, '2回目からの額')),
    ),
    item('支払いの時期と方法', [words.payment], lacking([words.payment, '支払いの時期'])),
    item(
      '引渡しの時期',
      [words.delivery, words.next_delivery],
      lacking([words.delivery, 'お届けの日'], ...ofContract(words.next_delivery, '2回目の日')),
    ),
    item('申込みの期間', [words.offer], lacking([words.offer, 'お申し込みの期限'])),
    item(
      '撤回・解除',
      [words.cancelling, words.ending, words.returns],
      lacking(
        [words.cancelling, 'キャンセル'],
        [words.returns, '返品の条件'],
        ...ofContract(words.ending, '解約の方法'),
        [words.phone_number, '電話番号'],
      ),
    ),
  ]
}
