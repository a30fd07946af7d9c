/** An item that 特定商取引法に基づく表記 must state (第11条, 施行規則 第23条ほか), and how it is found in the text of the page. */
interface LawItem {
  readonly label: string
  /** What to write. */
  readonly hint: string
  /**
   * Tested on the text with one line per block. A heading without its value is not enough when the value has a known
   * form.
   */
  readonly found: RegExp
}

const near = (heading: string, value: string) => new RegExp(`(?:${heading})[\\s\\S]{0,120}?(?:${value})`)
const prefecture = '東京都|北海道|(?:京都|大阪)府|[^\\s]{2,3}県'
const money = '円|税込|無料|商品ページ|商品ごと'

/** The items that 特定商取引法に基づく表記 must state. */
export const LAW_ITEMS: readonly LawItem[] = [
  {
    label: '販売業者',
    hint: '会社の正式な名称、または個人事業者の氏名',
    found: near('販売業者|販売者|事業者(?:の名称|名)', '\\n\\s*\\S'),
  },
  {
    label: '運営責任者',
    hint: '代表者または通信販売に関する業務の責任者の氏名',
    found: near('(?:運営|販売|業務)(?:統括)?責任者|代表者', '\\n\\s*\\S'),
  },
  { label: '所在地', hint: '都道府県からの住所', found: near('所在地|住所', prefecture) },
  {
    label: '電話番号',
    hint: '確実に連絡が取れる電話番号',
    found: near('電話番号|TEL', '(?<![\\dA-Z])(?:0\\d{1,4}[-(]\\d{1,4}[-)]\\d{3,4}|0\\d{9,10})(?!\\d)'),
  },
  {
    label: '販売価格',
    hint: '税込の価格、または商品ページに表示すること',
    found: near('販売価格|商品(?:の)?価格|商品代金', money),
  },
  {
    label: '商品代金以外の必要料金',
    hint: '送料の金額、手数料など',
    found: near('送料', '\\d[\\d,]*円|無料'),
  },
  {
    label: '支払方法',
    hint: 'お使いいただける支払方法',
    found: /クレジットカード|代金引換|代引|銀行振込|後払い|Amazon Pay|コンビニ/,
  },
  {
    label: '支払時期',
    hint: '支払方法ごとの、お支払いの時期',
    found: near('支払い?[^\\n]{0,6}時期|お?支払い?(?:の)?期限|支払い?[^\\n]{0,8}時期', 'とき|日|以内|まで'),
  },
  {
    label: '引渡時期',
    hint: 'ご注文からお届けまでの日数',
    found: near('引き?渡し?(?:の)?時期|お届け(?:の)?時期|発送(?:の)?時期|商品の引き?渡し', '日|時間'),
  },
  {
    label: '返品・交換',
    hint: '返品できる期間と条件、返品の送料を誰が負担するか。できないときもその旨',
    found: near('返品|交換', '日以内|できません|承|お受け|いたしかねます|負担'),
  },
  {
    label: '返品の送料',
    hint: '返品の送料をどちらが負担するか',
    found: near('返品(?:の|にかかる)?送料|返送料', '負担'),
  },
  {
    label: '定期便の条件',
    hint: '契約の期間、回数、金額、解約するまで続くこと',
    found: near('定期(?:便|購入|コース)', '期間|回数|続'),
  },
  {
    label: '定期便の解約方法',
    hint: '解約の方法、期限、解約料の有無',
    found: near('解約', '日前|マイページ|電話|いつでも'),
  },
  {
    label: '申込みの有効期限',
    hint: '期限があるときはその期間。ないときは「期限はありません」',
    found: /(?:申し?込み?[^\n]{0,8}期限|有効期限|申し?込み?[^\n]{0,8}期間)/,
  },
]

/**
 * Returns the items of 特定商取引法に基づく表記 that a page lacks. `html` is sanitised. The result is a hint for the author, not
 * legal advice.
 */
export function missingLawItems(html: string): { label: string; hint: string }[] {
  const text = html
    .replace(/<\/?(?:p|div|h\d|dt|dd|dl|tr|th|td|li|ul|ol|table|section|br)\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .normalize('NFKC')
  return LAW_ITEMS.filter(({ found }) => !found.test(text)).map(({ label, hint }) => ({ label, hint }))
}
