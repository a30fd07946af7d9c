import { VISITOR_COOKIE_DAYS } from '@kushi/values/experiment'
import { PAYMENT_METHOD, PAYMENT_METHODS } from '@kushi/values/payment-method'
import { DEVICE_COOKIE_DAYS } from '@kushi/values/sign-in'
import {
  definitionListHtml,
  draftWarningHtml,
  escapeHtmlText,
  htmlBulletList,
  numberedChaptersHtml,
  type PolicyDraftFacts,
} from './policy-draft.ts'

/** プライバシーポリシーのひな形, with what the Act on the Protection of Personal Information (個人情報保護法) requires to be public. */
export function privacyPolicyDraftHtml(facts: PolicyDraftFacts): string {
  const company = escapeHtmlText(facts.company_name)
  const who = definitionListHtml([
    ['名称', company],
    ['住所', '{所在地}'],
    ['代表者', '【代表者の役職と氏名】'],
  ])
  const reach = definitionListHtml([
    ['窓口', `${company} 個人情報お問い合わせ窓口`],
    ['電話番号', '{電話番号}({電話の受付時間})'],
    ['メールアドレス', '{メールアドレス}'],
  ])
  const parts = numberedChaptersHtml(
    [
      ['個人情報を取り扱う事業者', who],
      ['お預かりする情報', collected(facts)],
      ['利用の目的', purposes(facts)],
      facts.has_card && ['カードの情報', card],
      ['第三者への提供', provision(facts)],
      ['取り扱いの委託', processors(facts)],
      facts.has_line && ['LINEとの連携', line],
      ['Cookieと外部への送信', cookies(facts)],
      ['安全管理のための措置', security],
      ['保存の期間', retention],
      ['開示・訂正・利用停止・削除などのご請求', requests],
      ['お問い合わせ・苦情の窓口', reach],
      ['この方針の変更', revision],
    ],
    (n) => `${n}. `,
  )
  return `<h1>プライバシーポリシー</h1>
${draftWarningHtml}
<p>${company}(以下「当社」といいます)は、「${escapeHtmlText(facts.shop_name)}」でお預かりする個人情報を、個人情報の保護に関する法律などの法令とこの方針に従って取り扱います。</p>

${parts}
<p>【年月日】 制定</p>`
}

const collected = ({ has_card, has_line, has_subscriptions, has_referral }: PolicyDraftFacts) =>
  htmlBulletList([
    'お名前、ふりがな、ご住所、電話番号、メールアドレス、生年月日・性別(任意)、法人の場合は会社名',
    'お届け先のお名前、ご住所、電話番号、置き配などのご要望',
    `ご注文${has_subscriptions ? '、定期便' : ''}、お支払い、返品、お問い合わせの内容と履歴`,
    has_card && 'カードの識別用の情報、番号の下4桁、有効期限',
    has_line && 'LINEと連携された方の、LINEのユーザー識別子',
    '振込で返金するときの、お客さまの金融機関、支店、口座の種類、口座番号、口座名義',
    has_referral && 'お友だちのご紹介から会員になられた方と、ご紹介くださった方とのつながり',
    '同じ方かどうかを確かめるために、お名前、ご住所、電話番号、メールアドレス、カードの識別用の情報から作る符号',
    'ご注文をお受けするときに注意が必要な方の記録(理由、期限、お名前、ご住所、電話番号、メールアドレス)',
    'Cookie、アクセスの日時、IPアドレス、端末とブラウザーの種類、閲覧した画面、広告の識別コード、カートの内容',
    '【ほかにお預かりする情報があれば書き、なければこの行を消してください】',
  ])

const purposes = ({ has_subscriptions, has_line, has_ranks }: PolicyDraftFacts) =>
  htmlBulletList([
    `商品の発送、代金の請求、${has_subscriptions ? '定期便の管理、' : ''}返品や交換など、お取引を行うため`,
    `会員の認証${has_ranks ? '、会員ランクの適用' : ''}、マイページの提供のため`,
    'お問い合わせにお答えし、必要なご連絡をするため',
    `ご同意をいただいた方に、商品のご案内や、カートに残っている商品のお知らせを、メール${has_line ? 'またはLINE' : ''}で送るため`,
    'お買い上げや閲覧の履歴を分析し、お客さまの関心に合わせて商品を案内するため、また商品とサービスを良くするため',
    '返金の振込を行うため',
    '不正な注文を防ぎ、おひとり様1回の特典や価格を正しく適用し、ご注文をお受けできるかを判断するため',
    '法令で定められた記録の保存など、法令に基づく義務を果たすため',
  ])

const card =
  '<p>カードの番号とセキュリティコードは、お客さまの端末から決済代行会社(GMOペイメントゲートウェイ株式会社)へ直接送られ、当社は保存しません。当社は、同社が発行する識別用の情報でお支払いのお手続きをします。</p>'

function toItsPage({ name, page_of, gmo_wallet, links_account }: (typeof PAYMENT_METHODS)[number]): string {
  const what = gmo_wallet
    ? `お名前、ご注文番号と金額を、決済代行会社(GMOペイメントゲートウェイ株式会社)を通じて${page_of}に送ります。`
    : `ご注文番号と金額を、${page_of}に送ります。お名前やご住所は送りません。`
  const linked = links_account
    ? '定期便でお使いになるときは、会員番号も送り、連携したアカウントを示す番号を同社から受け取って、連携を解除するまで保存します。'
    : ''
  return `<h3>${name}をお使いになる場合</h3>\n<p>お支払いに必要な${what}${linked}</p>`
}

/** The sheets of the browser, whose token only GMO can read. 3-D Secure asks for the address of the mail too. */
const bySheet = ({ name, returning }: (typeof PAYMENT_METHODS)[number]): string =>
  `<h3>${name}をお使いになる場合</h3>\n<p>${name}の画面に、店名と金額を示します。カードの番号は当社に送られず、暗号化された情報を当社が保存せずに決済代行会社(GMOペイメントゲートウェイ株式会社)に送ります。あわせて、お名前、${returning ? 'メールアドレス、' : ''}ご注文番号と金額を同社に送ります。${returning ? '本人認証(EMV 3-Dセキュア)では、これらの情報を国際ブランドを通じて、カードの発行会社に提供します。' : ''}</p>`

/** The data that is passed on with a wallet, a コンビニ or a bank. */
const passedOn: Record<number, string> = {
  [PAYMENT_METHOD.amazon_pay]:
    '<h3>Amazon Payをお使いになる場合</h3>\n<p>お支払いに必要なご注文番号と金額を、Amazon Payを提供する会社に送ります。お名前、ご住所、メールアドレスは、お客さまの許可により、同社から当社に提供されます。</p>',
  ...Object.fromEntries(PAYMENT_METHODS.flatMap((method) => (method.page_of ? [[method.id, toItsPage(method)]] : []))),
  ...Object.fromEntries(
    PAYMENT_METHODS.flatMap((method) => (method.sheet && !method.takes_claim ? [[method.id, bySheet(method)]] : [])),
  ),
  [PAYMENT_METHOD.paidy]:
    '<h3>あと払い(ペイディ)をお使いになる場合</h3>\n<p>後払いとして提供する項目のほかに、会員になられてからの日数、これまでのご購入の回数と金額を、審査のために提供先に送ります。認証コードは、お客さまがペイディの画面に入力し、当社には送られません。</p>',
  [PAYMENT_METHOD.konbini]:
    '<h3>コンビニ払いをお使いになる場合</h3>\n<p>お支払いの番号を発行するため、お名前、電話番号、ご注文番号と金額を、決済代行会社(GMOペイメントゲートウェイ株式会社)を通じてコンビニに送ります。</p>',
  [PAYMENT_METHOD.bank_transfer]:
    '<h3>銀行振込をお使いになる場合</h3>\n<p>振込先の口座を発行するため、ご注文番号と金額を、決済代行会社(GMOペイメントゲートウェイ株式会社)に送ります。お振り込みいただくと、振込依頼人のお名前、金額、日付を、同社から受け取ります。</p>',
}

function provision({ has_card, has_invoice, methods, ad_recipients }: PolicyDraftFacts): string {
  const invoice = definitionListHtml([
    ['提供先', '{後払いの提供先}'],
    ['提供の目的', 'ご利用の審査、代金債権の譲渡と管理、請求書の発行、代金の回収'],
    [
      '提供する項目',
      'お名前、電話番号、ご住所、メールアドレス、お届け先、ご購入の商品、金額、ご注文の日付、配送の伝票番号',
    ],
    ['提供の方法', '暗号化した通信による送信'],
  ])
  return [
    '<p>次の場合と法令に基づく場合を除き、ご本人の同意なく個人データを第三者に提供しません。</p>',
    has_invoice &&
      `<h3>後払いをお選びになった場合</h3>\n<p>後払いを選んで注文を確定されたときに、次のとおり提供することに同意いただきます。</p>\n${invoice}`,
    has_card &&
      '<h3>クレジットカードをお使いになる場合</h3>\n<p>不正利用を防ぐ本人認証(EMV 3-Dセキュア)のため、お名前、電話番号、メールアドレス、ご住所、ご購入の履歴、端末の情報を、決済代行会社と国際ブランドを通じて、カードの発行会社に提供します。発行会社が外国にある場合、これらの情報はその国に移ります。発行会社を当社が特定できないため、国の名前とその制度をあらかじめお知らせすることはできません。</p>',
    ...methods.map((id) => (id !== null && passedOn[id]) ?? false),
    ad_recipients.length > 0 && measured(ad_recipients),
  ]
    .filter((one) => one !== false)
    .join('\n')
}

/** 広告の送信先, who are told only with a consent. */
const measured = (recipients: PolicyDraftFacts['ad_recipients']) => `${told(recipients)}${sentByBrowser(recipients)}`

/** 外部送信 (電気通信事業法): the data that the customer's browser itself sends to third parties, with recipients and purposes. */
function sentByBrowser(recipients: PolicyDraftFacts['ad_recipients']): string {
  const asked = recipients.filter(({ hosts }) => hosts.length > 0)
  if (asked.length === 0) return ''
  const list = htmlBulletList(asked.map(({ name, hosts }) => `${escapeHtmlText(name)}: ${hosts.join('、')}`))
  return `\n<p>次の会社には、ご注文の完了画面で、お使いのブラウザから直接、ご注文の番号、金額、商品のほか、その会社のCookie、IPアドレス、ブラウザの種類が送られます。広告の成果を測るために使われます。</p>\n${list}`
}

const told = (recipients: PolicyDraftFacts['ad_recipients']) =>
  `<h3>広告の成果を測ることに同意された場合</h3>\n<p>ご注文の確認画面で同意されたときは、広告の成果を測り、広告の配信に役立てるため、ご注文の番号、日時、金額、商品、回数、取消・返品の有無、広告の識別子、ご覧になったページとブラウザの種類を、次の会社に提供します。同意は、下の窓口にご連絡いただければ取り消します。</p>\n${htmlBulletList(
    recipients.map(
      ({ name, hashes }) =>
        `${escapeHtmlText(name)}${hashes.length > 0 ? `: ${hashes.join('と')}を元に戻せない形に変えたものを含みます` : ''}【外国にある場合は、その国の制度と、提供先が講じる措置】`,
    ),
  )}`

const processors = ({ risk_check }: PolicyDraftFacts) =>
  `<p>配送、決済、システムの運用、メールの配信などの業務を外部に委託し、必要な範囲で個人データを預けることがあります。委託先は適切に選び、契約を結んで監督します。【外国にある委託先やサーバーを使うときは、その国の名前と制度を書いてください】</p>${risk_check === 'off' ? '' : risk}`

const risk =
  '\n<p>不正な注文を防ぐため、ご注文が確定する前に、金額、お支払い方法の種類、定期便のお申し込みかどうか、点数、メールアドレス、お届け先のお名前、ふりがな、電話番号、ご住所を、審査のサービスを提供する会社【会社名と、外国にある場合はその国の名前と制度。預けた情報を審査のほかにも使う会社のときは、第三者への提供として書き、ご同意を得てください】に送ります。</p>'

const line =
  '<p>LINEと連携されたときは、LINEヤフー株式会社から、ユーザー識別子、表示名、友だち追加の状態を受け取り、ログインとお知らせのために使います。</p>'

const cookies = ({ click_id_flag, has_variants }: PolicyDraftFacts) => `${htmlBulletList([
  'ログインの状態を保つためにCookieを使います。有効期間は{ログインの期間}で、ログアウトすると消えます。',
  `ご本人の端末と確かめたことを覚えるため、無作為な番号をCookieに${DEVICE_COOKIE_DAYS}日間残します。端末そのものの特徴を調べることはありません。`,
  'カートの内容と、ご購入手続きの途中の入力は、お使いの端末に保存します。',
  '広告からお越しになった場合は、広告の識別コードをお使いの端末に{広告コードの期間}残し、ご注文や会員登録とともに記録して、広告の成果を測るために使います。最初に開かれたページも、ご注文とともに記録します。',
  has_variants &&
    `ページの内容を比べるあいだは、同じ内容を続けてご覧いただくため、無作為な番号をCookieに${VISITOR_COOKIE_DAYS}日間残します。どの内容をご覧になったかは、ご注文とともに記録します。番号を、お名前や連絡先と結びつけることはありません。`,
  click_id_flag &&
    '広告媒体が付けたクリックの識別子は、お使いの端末に{広告コードの期間}残し、ご注文とともに{クリックIDの期間}記録します。広告の成果を知らせるため、その広告の媒体の会社【会社名と、外国にある場合はその国の名前】に、識別子、ご注文の日時、金額を提供することがあります。',
])}
<p>【アクセス解析や広告のタグを使うときは、それぞれの送信先の名称、送る情報、利用の目的を書いてください。使わなければ、この段落を消してください】</p>`

const security = htmlBulletList([
  '個人データの取り扱いの規程を定め、責任者を置いています。【実際の体制に合わせて直してください】',
  '取り扱う者を必要な範囲に限り、定期的に教育しています。',
  '通信を暗号化し、パスワードは元に戻せない形で保存しています。',
  '外部からの不正なアクセスを防ぐ仕組みを設け、操作の記録を残しています。',
  '漏えいなどが起きたときは、法令に従い、個人情報保護委員会への報告とご本人への通知を行います。',
])

const retention =
  '<p>個人データは、利用の目的に必要な期間保存します。退会されたあとは、法令で保存が定められた帳簿や書類(7年など)に必要なものを除き、遅滞なく消去します。</p>'

const requests = `<p>ご本人またはその代理人は、保有個人データの利用目的の通知、開示、訂正、追加、削除、利用の停止、消去、第三者への提供の停止、第三者提供の記録の開示を請求できます。会員情報の多くは、マイページでもご確認、変更いただけます。</p>
${definitionListHtml([
  [
    'ご請求の方法',
    '会員の方はマイページの「個人情報のご請求」から、そのほかの方は下の窓口にご連絡ください。ご本人であることを確かめてから、お答えします。',
  ],
  ['手数料', '【無料】'],
  [
    'お答えの方法',
    '電子データか書面か、お選びいただいた方法で、遅滞なくお答えします。法令によりお応えできないときは、その理由をお知らせします。',
  ],
])}`

const revision =
  '<p>法令の改正などにより、この方針を変えることがあります。重要な変更は、このサイトでお知らせします。ご本人の同意が必要な変更は、あらためて同意をいただきます。</p>'
