import type { OpeningStep } from '@kushi/contract/admin/opening'

/** The facts that the checklist evaluates. */
export interface OpeningFacts {
  /** Labels of the values that are still those of a new installation. */
  unnamed: string[]
  shop_name: string
  registration_number: string
  /** Labels of the items that the page of 特定商取引法 lacks; null: there is no page. */
  law_missing: string[] | null
  /** Its sentences that contradict the settings. */
  law_wrong: string[]
  /** Names of the other pages that are missing or still a ひな形. */
  unwritten: string[]
  /** Number of products that can be bought now. */
  products: number
  /** 商品の表示 of the products that are shown: how many they are, which texts are empty, and how many have no kind. */
  labels: { products: number; lacking: string[]; without_kind: number }
  deliveries: string[]
  /** Payment methods that customers can see. */
  payments: string[]
  /**
   * The result of the checked confirmations: the number of products, and the missing items; null: nobody has checked
   * them.
   */
  confirmations: { products: number; lacking: string[] } | null
  line: { is_connected: boolean; is_used: boolean }
}

interface Step {
  step: OpeningStep
  is_done: boolean
  is_required: boolean
  found: string[]
}

/** 開店の準備: returns the steps, each with what is missing. */
export function openingSteps(facts: OpeningFacts): Step[] {
  const { law_missing, law_wrong, line, ...rest } = facts
  return [
    required('name', rest.unnamed.length === 0, named(facts), missing(rest.unnamed)),
    required(
      'law',
      law_missing?.length === 0 && law_wrong.length === 0,
      ['法律で必要な項目がそろい、設定と合っています。'],
      law_missing === null
        ? ['まだありません。']
        : [
            ...(law_missing.length > 0 ? missing(law_missing) : []),
            ...law_wrong.map((said) => `設定と違います: 「${said}」`),
          ],
    ),
    required('policy', rest.unwritten.length === 0, ['どちらも書かれています。'], missing(rest.unwritten)),
    required(
      'product',
      rest.products > 0,
      [`いま買える商品が${rest.products}点あります。`],
      ['表示中で在庫のある商品がまだありません。'],
    ),
    {
      step: 'label',
      is_done: rest.labels.products > 0 && rest.labels.lacking.length === 0 && rest.labels.without_kind === 0,
      is_required: false,
      found: labelTexts(facts.labels),
    },
    required('delivery', rest.deliveries.length > 0, rest.deliveries, ['表示中の配送方法がありません。']),
    required('payment', rest.payments.length > 0, rest.payments, [
      '使える支払方法がありません。決済会社のアカウントを登録するか、代金引換を表示してください。',
    ]),
    confirmationStep(rest.confirmations),
    {
      step: 'line',
      is_done: line.is_used,
      is_required: false,
      found: [lineText(line)],
    },
  ]
}

function confirmationStep(walked: OpeningFacts['confirmations']): Step {
  const { products, lacking } = walked ?? { products: 0, lacking: [] }
  return required(
    'confirmation',
    products > 0 && lacking.length === 0,
    [`${products}種類の商品の確認画面に、法律の定める項目がそろっています。`],
    walked === null
      ? ['まだ点検していません。商品、配送、お支払いを決めてから、「自己点検をする」を押してください。']
      : products === 0
        ? ['確認画面を見られる商品がまだありません。']
        : lacking,
  )
}

const required = (step: OpeningStep, is_done: boolean, done: string[], open: string[]): Step => ({
  step,
  is_done,
  is_required: true,
  found: is_done ? done : open,
})

const NAMED_LABELS = 10

function labelTexts({ products, lacking, without_kind }: OpeningFacts['labels']): string[] {
  if (products === 0) return ['表示中の商品がまだありません。']
  const more = lacking.length - NAMED_LABELS
  return [
    ...lacking.slice(0, NAMED_LABELS),
    ...(more > 0 ? [`ほか${more}点に、足りない項目があります。`] : []),
    ...(without_kind > 0 ? [`表示の種類を選んでいない商品が${without_kind}点あります。`] : []),
    ...(lacking.length + without_kind === 0 ? ['商品の種類ごとの項目がそろっています。'] : []),
  ]
}

const missing = (labels: string[]) => [`足りないもの: ${labels.join('、')}`]

const named = ({ shop_name, registration_number }: OpeningFacts) => [
  shop_name,
  registration_number === '' ? '登録番号なし(免税事業者として印字します)' : `登録番号 ${registration_number}`,
]

function lineText({ is_connected, is_used }: OpeningFacts['line']): string {
  if (!is_connected) return 'LINEのアカウントは登録されていません。あとからでも始められます。'
  return is_used ? 'LINE連携を使います。' : 'アカウントは登録済みです。「LINE」の設定で使い始められます。'
}
