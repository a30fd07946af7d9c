import type { Today } from '@kushi/contract/admin/today'
import { CONVERSION_REFUSED_SHOWN_DAYS } from '@kushi/values/conversion/conversion'
import { SUBSCRIPTION_FAILURE_NAME } from '@kushi/values/subscription-status'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import type { Tone } from '../../ui/state.tsx'
import { formatDate, formatMoment, formatNumber, formatYenCell } from '../../ui/time.tsx'

/** One task: the number, the description, and the screen. */
export interface Task {
  key: string
  tone: Tone
  count: number
  unit: string
  text: string
  detail?: string
  to: string
  /** Label of the button. */
  label: string
  /** Another button beside it. */
  other?: { to: string; label: string }
}

/** The tasks besides shipping, in order of priority: what the law gives days for, then money that may be lost. */
export const tasksOf = (today: Today, mayPay: boolean): Task[] =>
  [
    ...incidentTasks(today),
    ...attackTasks(today),
    ...paymentTasks(today, mayPay),
    ...bookTasks(today),
    ...orderTasks(today),
    ...failureTasks(today),
    ...messageTasks(today),
    ...inquiryTasks(today),
    ...stockTasks(today),
    ...changeTasks(today),
    ...promiseTasks(today),
    ...advertTasks(today),
    ...conversionTasks(today),
  ].filter(({ count }) => count > 0)

const incidentTasks = ({ incidents, today }: Today): Task[] =>
  (incidents ?? []).map(({ id, report, aim_on, due_on }) => ({
    key: `incident-${id}`,
    tone: report === 'first' || due_on <= today ? 'stuck' : 'attention',
    count: 1,
    unit: '件',
    text: `個人情報の事故の${report === 'first' ? '速報' : '確報'}が、まだです`,
    detail:
      due_on < today
        ? `期限の${formatDate(due_on)}を過ぎています。すぐに、個人情報保護委員会へ報告してください。`
        : `個人情報保護委員会への報告の期限は、${formatDate(due_on)}です。${aim_on < due_on ? `${formatDate(aim_on)}までをめやすにしてください。` : ''}`,
    to: `/incidents/${id}`,
    label: '事故の記録を開く',
  }))

const attackTasks = ({ attacks }: Today): Task[] => [
  {
    key: 'attack-login',
    tone: 'attention',
    count: attacks?.failed ?? 0,
    unit: '回',
    text: 'ログインの失敗が多くなっています',
    detail: `この24時間に、会員${attacks?.accounts ?? 0}人のアカウントなどで失敗しました。お店の設定の「はじめての端末では、コードでご本人を確かめる」がオンになっているか、お確かめください。`,
    to: '/setting/shop',
    label: '設定を開く',
  },
  {
    key: 'attack-register',
    tone: 'attention',
    count: attacks?.refused ?? 0,
    unit: '回',
    text: 'プログラムによる会員登録を断りました',
    detail: 'この24時間の回数です。何もしていただくことはありません。',
    to: '/customers',
    label: '会員を見る',
  },
]

const failureNames: Readonly<Record<string, string>> = SUBSCRIPTION_FAILURE_NAME

function bookTasks({ books }: Today): Task[] {
  if (!books) return []
  const { overdue, overdue_amount, open_lines } = books
  return [
    {
      key: 'overdue',
      tone: 'stuck',
      count: overdue,
      unit: '件',
      text: '期日を過ぎても入金されていません',
      detail: `合わせて${formatYenCell(overdue_amount)}です。決済会社・配送会社にお確かめください。`,
      to: '/settlement-claims?is_overdue=true',
      label: '未入金の決済を見る',
    },
    {
      key: 'open-lines',
      tone: 'attention',
      count: open_lines,
      unit: '件',
      text: 'ご注文と合わない入金明細があります',
      to: '/settlement-lines?state=open',
      label: '入金明細を確かめる',
    },
  ]
}

function paymentTasks({ payments, today }: Today, mayPay: boolean): Task[] {
  if (!payments) return []
  const {
    held,
    held_until,
    awaiting,
    short,
    differences,
    difference_order_id,
    to_refund,
    owed_amount,
    transfers,
    lapsing,
    lapse_on,
    voids,
    declined,
  } = payments
  return [
    {
      key: 'difference',
      tone: 'stuck',
      count: differences,
      unit: '件',
      text: '決済会社の記録とこちらの記録が違います',
      to: difference_order_id === null ? '/orders' : `/orders/${difference_order_id}`,
      label: 'はじめの注文を開く',
    },
    {
      key: 'refund',
      tone: 'stuck',
      count: to_refund,
      unit: '件',
      text: '返金が済んでいません',
      detail: `欠品・返品・年払いの解約・ご入金のあとのキャンセルなどで、お客様に合わせて${formatYenCell(owed_amount)}をお返しします。`,
      to: '/orders?is_owed=true',
      label: mayPay ? '返金する' : '注文を見る',
    },
    {
      key: 'lapsing',
      tone: lapse_on !== null && lapse_on <= today ? 'stuck' : 'attention',
      count: lapsing,
      unit: '件',
      text: '出荷の前に、仮売上の期限が切れそうです',
      ...(lapse_on && {
        detail: `いちばん早い期限は、${formatDate(lapse_on)}です。過ぎると売上を確定できません。それまでに出荷するか、お客様に改めてご注文いただいてください。`,
      }),
      to: '/orders?is_lapsing=true',
      label: '期限の近い注文を見る',
    },
    {
      key: 'transfers',
      tone: 'attention',
      count: transfers,
      unit: '件',
      text: '振込での返金が、次の手続きを待っています',
      to: '/bank-refunds',
      label: '振込を進める',
    },
    {
      key: 'held',
      tone: 'attention',
      count: held,
      unit: '件',
      text: '後払いの審査の結果を待っています',
      ...(held_until && { detail: `いちばん早いものは、${formatDate(held_until)}までに結果がなければ取り消します。` }),
      to: '/orders?payment_state=held',
      label: '審査中の注文を見る',
    },
    {
      key: 'short-transfer',
      tone: 'attention',
      count: short,
      unit: '件',
      text: '振込の金額が足りないご注文があります',
      detail:
        '不足はお客様にメールでお知らせ済みです。期限を過ぎても、自動ではキャンセルになりません。待つか、足りないまま受け取るか、キャンセルして返金するかを決めてください。',
      to: '/orders?is_short=true',
      label: '足りない注文を見る',
    },
    {
      key: 'awaiting',
      tone: 'quiet',
      count: awaiting,
      unit: '件',
      text: 'お客様のご入金を待っています',
      detail: 'ご入金のないまま期限を過ぎたものは、自動でキャンセルになります。',
      to: '/orders?payment_state=awaiting',
      label: '入金待ちの注文を見る',
    },
    {
      key: 'void',
      tone: 'attention',
      count: voids,
      unit: '件',
      text: '仮売上の取消が済んでいません',
      to: '/orders?payment_state=void_pending',
      label: '取消待ちの注文を見る',
    },
    {
      key: 'declined',
      tone: 'quiet',
      count: declined,
      unit: '件',
      text: '今日、お支払いできなかったご注文',
      to: `/orders?status=payment_error&created_at_from=${today}`,
      label: '注文を見る',
    },
  ]
}

const orderTasks = ({ orders }: Today): Task[] => [
  {
    key: 'short',
    tone: 'stuck',
    count: orders?.short ?? 0,
    unit: '件',
    text: '欠品で出荷を止めた注文',
    detail: 'お客様にご連絡し、待っていただくか、内容を変えるか、キャンセルするかを決めてください。',
    to: '/shipping',
    label: '止まっている注文を見る',
  },
  {
    key: 'person-check',
    tone: (orders?.late_checks ?? 0) > 0 ? 'stuck' : 'attention',
    count: orders?.checks ?? 0,
    unit: '件',
    text: '確認を待っている注文',
    detail:
      (orders?.late_checks ?? 0) > 0
        ? `${formatNumber(orders?.late_checks ?? 0)}件は期限を過ぎています。お届けが遅れないよう、すぐに決めてください。`
        : '止めた理由を確かめて、次の営業日までに決めてください。',
    to: '/orders?is_held=true',
    label: '止めている注文を見る',
  },
  {
    key: 'goods-back',
    tone: 'attention',
    count: orders?.awaits_goods ?? 0,
    unit: '件',
    text: '交換で戻る商品が、まだ記録されていません',
    detail: '届いた商品を、注文のページで記録してください。',
    to: '/orders?awaits_goods=true',
    label: '交換の注文を見る',
  },
]

const failureTasks = ({ subscriptions }: Today): Task[] =>
  (subscriptions?.failures ?? []).map(({ failure, subscriptions: count, resting, retry_on }) => ({
    key: `failure-${failure}`,
    tone: resting > 0 ? 'stuck' : 'attention',
    count,
    unit: '件',
    text: `定期便を手配できません: ${failureNames[failure] ?? failure}`,
    detail: [
      resting > 0 && `${formatNumber(resting)}件は、このままでは進みません。`,
      retry_on && `次は${formatDate(retry_on)}にもう一度試します。`,
    ]
      .filter(Boolean)
      .join(''),
    to: `/subscriptions?failure=${failure}`,
    label: '定期便を見る',
  }))

function messageTasks({ messages }: Today): Task[] {
  if (!messages) return []
  return [
    ...messages.overdue.map(
      ({ id, run_at, recipients }): Task => ({
        key: `overdue-${id}`,
        tone: 'stuck',
        count: recipients,
        unit: '人',
        text: `一斉送信${id}は、送る時刻(${formatMoment(run_at)})に動いていなかったため、送っていません`,
        to: `/bulk-jobs/${id}?do=run`,
        label: '今から送る',
        other: { to: `/bulk-jobs/${id}?do=stop`, label: '取り消す' },
      }),
    ),
    {
      key: 'unsent',
      tone: 'stuck',
      count: messages.failed,
      unit: '件',
      text: '送れなかったメール・LINE',
      detail: '7回試して止まっています。宛先を確かめて、もう一度送るか、片付けてください。',
      to: '/messages?state=failed',
      label: '送れなかったものを見る',
    },
    {
      key: 'late',
      tone: 'attention',
      count: messages.late,
      unit: '件',
      text: '1時間より長く送信を待っています',
      to: '/messages?state=waiting',
      label: '送信待ちを見る',
    },
  ]
}

function inquiryTasks({ inquiries }: Today): Task[] {
  if (!inquiries) return []
  const { waiting, waiting_since, urgent, suppliers, privacy, privacy_due } = inquiries
  const since =
    waiting_since && `いちばん長い方は、${formatDate(timestampToJapanDate(Date.parse(waiting_since)))}からお待ちです。`
  return [
    {
      key: 'urgent',
      tone: 'stuck',
      count: urgent,
      unit: '件',
      text: '至急のお問い合わせ',
      to: '/inquiries?inquiry_status_id=5',
      label: '返信する',
    },
    {
      key: 'inquiry',
      tone: 'attention',
      count: waiting,
      unit: '件',
      text: 'お返事をお待ちのお問い合わせ',
      ...(since && { detail: since }),
      to: '/inquiries?is_waiting=true',
      label: '返信する',
    },
    {
      key: 'supplier',
      tone: 'attention',
      count: suppliers,
      unit: '件',
      text: '卸の申し込みが審査を待っています',
      to: '/suppliers?decision=open',
      label: '審査する',
    },
    {
      key: 'privacy',
      tone: 'attention',
      count: privacy,
      unit: '件',
      text: '個人情報の請求がお答えを待っています',
      ...(privacy_due && { detail: `いちばん早い期限は、${formatDate(privacy_due)}です。` }),
      to: '/privacy?state=received&state=working',
      label: '対応する',
    },
  ]
}

function stockTasks({ stock }: Today): Task[] {
  if (!stock) return []
  const named = (isOut: boolean) =>
    stock.items
      .filter((one) => one.stock <= 0 === isOut)
      .map((one) => (isOut ? one.name : `${one.name} あと${formatNumber(one.stock)}点`))
      .join('、')
  return [
    {
      key: 'out',
      tone: 'stuck',
      count: stock.out,
      unit: '品',
      text: '在庫がありません',
      detail: named(true),
      to: '/stock?state=out&visible=true',
      label: '入荷を記録する',
    },
    {
      key: 'low',
      tone: 'attention',
      count: stock.low,
      unit: '品',
      text: '残りわずかです',
      detail: named(false),
      to: '/stock?state=low&visible=true',
      label: '在庫を見る',
    },
  ]
}

/** One for each text, with both sentences. */
function promiseTasks({ promises }: Today): Task[] {
  const by = Map.groupBy(promises ?? [], ({ to }) => to)
  return [...by].map(([to, found]) => ({
    key: `promise-${to}`,
    tone: 'stuck',
    count: found.length,
    unit: 'か所',
    text: `「${found[0]!.name}」が、設定と違うことを約束しています`,
    detail: found.map(({ said, fact }) => `文章: 「${said}」 設定: 「${fact}」`).join(' / '),
    to,
    label: '文章を直す',
  }))
}

const advertTasks = ({ adverts }: Today): Task[] =>
  (adverts ?? []).map(({ id, title, is_closed, visits }) => ({
    key: `advert-${id}`,
    tone: 'attention',
    count: visits,
    unit: '回',
    text: `広告から、${is_closed ? '受付の終わった' : '公開していない'}申し込みページ「${title}」に来ています`,
    detail: `この1週間の回数です。${is_closed ? '受付のあとの行き先にご案内しています。' : 'ページが見つからないと表示しています。'}広告を止めるか、リンク先を変えてください。`,
    to: `/content/landing-pages/${id}`,
    label: 'ページを開く',
  }))

const changeTasks = ({ changes }: Today): Task[] => [
  {
    key: 'change',
    tone: 'stuck',
    count: changes?.failed ?? 0,
    unit: '件',
    text: '予定した変更を行えませんでした',
    to: '/schedule',
    label: '予定を見る',
  },
]

const conversionTasks = ({ conversions }: Today): Task[] =>
  (conversions ?? []).flatMap(({ id, destination_name, refused, stuck }) => [
    {
      key: `conversion-stuck-${id}`,
      tone: 'attention' as const,
      count: stuck,
      unit: '件',
      text: `広告の送信先「${destination_name}」が、成果を受け付けていません`,
      detail: '届くまで送り直していますが、期限を過ぎると送れなくなります。',
      to: `/setting/conversions/${id}`,
      label: '送信先を開く',
    },
    {
      key: `conversion-refused-${id}`,
      tone: 'attention' as const,
      count: refused,
      unit: '件',
      text: `広告の送信先「${destination_name}」に、成果が断られました`,
      detail: `この${CONVERSION_REFUSED_SHOWN_DAYS}日間の分です。理由をご確認ください。同じ成果は送り直しません。`,
      to: `/setting/conversions/${id}`,
      label: '理由を見る',
    },
  ])
