import { INVOICE_DUE_DAYS, PAYMENT_RETRY_DAYS, SELECTABLE_DELIVERY_DAYS } from '@kushi/values/limits'
import { prefectures } from '@kushi/values/prefecture'
import { PRICE_NOTICE_DAYS } from '@kushi/values/price'
import {
  cancellationText,
  changeDeadlineText,
  defectTermsText,
  freeDeliveryText,
  promiseBlocks,
  returnTermsText,
  yearlyPaymentExclusionText,
} from './blocks.ts'
import { coolFeeTo, deliveryFeeTo, type ShopFacts } from './facts.ts'
import { promiseTexts } from './render.ts'

/** A sentence in a text of the shop that contradicts the settings, and what the settings say. */
export interface PromiseDisagreement {
  said: string
  fact: string
}

/**
 * Finds sentences that contradict how the shop charges, delivers or takes back. Blocks are filled from the settings, so
 * they are not judged. Nor is a sentence without a figure or a word that the rules know.
 */
export function findPromiseDisagreements(text: string, facts: ShopFacts): PromiseDisagreement[] {
  const found = sentencesOf(text).flatMap((said) => {
    const fact = rules.map((rule) => rule(said, facts)).find((one) => one !== null)
    return fact ? [{ said, fact }] : []
  })
  return found.filter(({ said }, n) => found.findIndex((one) => one.said === said) === n)
}

const sentencesOf = (text: string): string[] =>
  text
    .replace(/<\/?(?:p|div|h\d|dt|dd|dl|tr|th|td|li|ul|ol|table|section|br)\b[^>]*>/g, '\n')
    .replace(/<[^>]*>|\{[^{}\s]{1,20}\}/g, '')
    .normalize('NFKC')
    .split(/[。\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Returns the true fact that contradicts a sentence; null: the rule does not apply to the sentence, or it is true. */
type Rule = (said: string, facts: ShopFacts) => string | null

const numbers = (said: string, unit: RegExp): number[] =>
  [...said.matchAll(unit)].map(([, digits]) => Number(digits!.replaceAll(',', '')))
const yens = (said: string) => numbers(said, /(\d[\d,]{0,12})円/g)
const isAmong = (said: readonly number[], known: ReadonlySet<number>) => said.every((one) => known.has(one))

/** Every fee that some destination is charged, クール代 among them, what an island adds, and 0. */
function deliveryFeesOf(facts: ShopFacts): Set<number> {
  const all = facts.deliveries.flatMap(({ id }) =>
    prefectures.flatMap((_, n) =>
      [false, true].flatMap((is_remote_island) =>
        [deliveryFeeTo, coolFeeTo].map((feeTo) => feeTo(facts, id, { pref_id: n + 1, is_remote_island })),
      ),
    ),
  )
  const surcharges = facts.price.deliveries.map(({ island_surcharge }) => island_surcharge)
  const free = facts.price.delivery_free_amount
  return new Set([0, ...all, ...surcharges, ...(free === null ? [] : [free])])
}

const isUniform = (facts: ShopFacts) =>
  facts.deliveries.every(({ id }) => {
    const of = (pref_id: number, is_remote_island: boolean) => deliveryFeeTo(facts, id, { pref_id, is_remote_island })
    return prefectures.every((_, n) => of(n + 1, false) === of(1, false) && of(n + 1, true) === of(1, false))
  })

const feeText = (facts: ShopFacts) => `${promiseTexts(facts).送料}${freeDeliveryText(facts)}`

const rules: readonly Rule[] = [
  // 全国一律
  (said, facts) => (/全国(?:一律|同じ|同額|均一)/.test(said) && !isUniform(facts) ? feeText(facts) : null),
  // 送料無料
  (said, facts) => {
    if (!/送料(?:が|は)?無料|無料(?:で|に)(?:お届け|なり)/.test(said)) return null
    const free = facts.price.delivery_free_amount
    const amounts = yens(said)
    if (amounts.length === 0) return null
    return free === null
      ? '送料無料の設定はありません。'
      : isAmong(amounts, deliveryFeesOf(facts))
        ? null
        : feeText(facts)
  },
  // 送料
  (said, facts) =>
    /送料(?!無料)|宅配便|メール便|クール(?:代|便)/.test(said) &&
    !/返品|手数料|総額/.test(said) &&
    !isAmong(yens(said), deliveryFeesOf(facts))
      ? feeText(facts)
      : null,
  // 手数料
  (said, facts) => {
    if (!/手数料|代引/.test(said) || /解約/.test(said)) return null
    const known = new Set(
      facts.payments.flatMap(({ fees, max_amount, cumulative_limit }) => [
        ...fees.flatMap(({ from_amount, fee }) => [from_amount, fee]),
        max_amount,
        cumulative_limit ?? 0,
        0,
      ]),
    )
    return isAmong(yens(said), known) ? null : promiseTexts(facts).お支払いの手数料
  },
  // 変更の締切
  (said, facts) => {
    if (!/変更|解約|お?休み|休止|スキップ|締切|締め切り/.test(said)) return null
    const days = numbers(said, /(\d{1,4})日前/g)
    const { arranged_before_days: before } = facts
    const known = new Set([before, before - 1, ...(/価格|お知らせ|通知/.test(said) ? [PRICE_NOTICE_DAYS] : [])])
    return isAmong(days, known) ? null : `${changeDeadlineText(facts)}です。`
  },
  // いつでも解約
  (said, facts) =>
    facts.has_subscriptions &&
    /いつでも[^、]{0,8}(?:解約|やめ|休|止め|キャンセル)|(?:解約|お休み)[^、]{0,6}いつでも/.test(said)
      ? cancellationText(facts)
      : null,
  // 返品
  (said, facts) => {
    if (!/返品/.test(said) || /不良|お届け違い/.test(said)) return null
    const days = numbers(said, /(\d{1,4})日(?:以内|間)/g)
    if (days.length === 0) return null
    return facts.return_days !== null && isAmong(days, new Set([facts.return_days])) ? null : returnTermsText(facts)
  },
  // 不良品
  (said, facts) =>
    /不良|お届け違い|破損/.test(said) && !isAmong(numbers(said, /(\d{1,4})日以内/g), new Set([facts.defect_days]))
      ? defectTermsText(facts)
      : null,
  // 返品の送料
  (said, facts) => {
    if (!/返品/.test(said) || !/送料/.test(said) || /不良|お届け違い/.test(said)) return null
    const isByShop = /当店|当社|弊社/.test(said)
    const isByCustomer = /お客|ご負担いただ/.test(said)
    if (isByShop === isByCustomer) return null
    return isByShop === (facts.return_fee_by === 'shop') ? null : promiseTexts(facts).返品の送料
  },
  // 返金のない年払い
  (said, facts) =>
    facts.yearly.some(({ lump_sum_rule }) => lump_sum_rule !== 'delivered') &&
    /解約|途中|一年便|年払い/.test(said) &&
    /(?:返金|お返し)(?:は|いた)?(?:ござい|あり|しま|でき|いたし)ません/.test(said)
      ? promiseTexts(facts).年払いの解約
      : null,
  // 年払いの支払い方法
  (said, facts) =>
    /年払い|一年便|全回分|まとめてお支払い/.test(said) &&
    /代金引換|代引|後払い/.test(said) &&
    !/ません|でき(?:ない|ず)/.test(said)
      ? yearlyPaymentExclusionText(facts) || null
      : null,
  // 後払いの提供先
  (said, facts) => {
    if (!/後払い/.test(said)) return null
    const known = [facts.company_name, ...facts.payments.map(({ provider_name }) => provider_name ?? '')].map((name) =>
      name.normalize('NFKC').replace(/\s/g, ''),
    )
    // The words around a name may stick to it.
    const named =
      said
        .replace(/\s/g, '')
        .match(/株式会社[^\s、。,.::・()「」は]{2,30}|[^\s、。,.::・()「」はがのを]{2,30}株式会社/g) ?? []
    return named.every((name) => known.some((one) => one !== '' && name.includes(one)))
      ? null
      : `後払いの提供先は、${promiseTexts(facts).後払いの提供先}です。`
  },
  // 後払い
  (said) =>
    /請求書/.test(said) && !isAmong(numbers(said, /(\d{1,4})日以内/g), new Set([INVOICE_DUE_DAYS]))
      ? `${promiseTextsOfInvoice()}にお支払いください。`
      : null,
  // お届けまで
  (said, facts) => {
    if (!/最短|ご注文(?:から|の)/.test(said) || !/お?届け|届き/.test(said)) return null
    const days = numbers(said, /(\d{1,4})日(?:後|以内|で)/g)
    const known = new Set([
      SELECTABLE_DELIVERY_DAYS.first_after,
      ...PAYMENT_RETRY_DAYS.filter(() => /再度|もう一度/.test(said)),
    ])
    return isAmong(days, known) ? null : promiseTexts(facts).お届けまでの日数
  },
  // 電話
  (said, facts) => {
    const phones = [...said.matchAll(/(?<![\d-])0\d{1,4}-\d{1,4}-\d{3,4}(?!\d)/g)].map(([one]) => one)
    const plain = (text: string) => text.replace(/\D/g, '')
    return /電話|TEL/i.test(said) && phones.some((one) => plain(one) !== plain(facts.phone_number))
      ? `${promiseTexts(facts).お電話}です。`
      : null
  },
  // 退会
  (said, facts) =>
    /退会/.test(said) && /マイページ/.test(said) && facts.withdrawal_by === 'phone' && !/定期便/.test(said)
      ? `退会は、${promiseTexts(facts).退会の方法}`
      : null,
]

const promiseTextsOfInvoice = () => String(promiseBlocks.後払いの期限({} as ShopFacts))
