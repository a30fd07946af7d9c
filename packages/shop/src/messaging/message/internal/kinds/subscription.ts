import type { MessageKind } from '../placeholders.ts'

const ofContract = ['宛名', '店舗名', '署名', '契約番号', '内容', 'これから', '定期便のページ'] as const
const ofPrice = ['宛名', '店舗名', '署名', '契約番号', '価格の変更', '定期便のページ'] as const
const subject = '【{店舗名}】定期便: {内容}(契約番号 {契約番号})'
const letter = (...paragraphs: string[]) =>
  ['{宛名}', '定期便(契約番号 {契約番号}): {内容}。', ...paragraphs, '{これから}', '{定期便のページ}', '{署名}'].join(
    '\n\n',
  )

/** 定期便 */
export const subscriptionMessages = {
  subscription_changed: {
    name: '定期便の変更・お休み・休止・解約',
    placeholders: [...ofContract, '変更点'],
    required: ['内容', '変更点', 'これから', '署名'],
    subject,
    body: letter('{変更点}'),
  },
  subscription_noticed: {
    name: '次回のお届けの事前のお知らせ',
    placeholders: [...ofContract, 'お届けの内容'],
    required: ['お届けの内容', 'これから', '署名'],
    subject: '【{店舗名}】定期便: 次回のお届けとお支払いのお知らせ(契約番号 {契約番号})',
    body: [
      '{宛名}',
      '定期便(契約番号 {契約番号})の次回のお届けとお支払いをお知らせします。',
      '{お届けの内容}',
      '{これから}',
      '{定期便のページ}',
      '{署名}',
    ].join('\n\n'),
  },
  subscription_arranged: {
    name: '次回のお届けの手配',
    placeholders: [...ofContract, 'お届けの内容'],
    required: ['お届けの内容', 'これから', '署名'],
    subject,
    body: letter('{お届けの内容}'),
  },
  subscription_failed: {
    name: '定期便をお届けできないとき(お支払い・在庫)',
    placeholders: [...ofContract, '理由', '次の手続き'],
    required: ['内容', '理由', '次の手続き', '署名'],
    subject,
    body: letter('{理由}', '{次の手続き}'),
  },
  subscription_second_way: {
    name: '定期便のお支払いを、お決めいただいた別の方法に切り替えたとき',
    placeholders: [...ofContract, '理由', '次の手続き'],
    required: ['内容', '理由', '次の手続き', '署名'],
    subject,
    body: letter('{理由}', '{次の手続き}'),
  },
  subscription_card_expiring: {
    name: 'お支払いのカードの有効期限が次のお支払いの前に切れるとき、カードの登録がないとき',
    placeholders: [...ofContract, '理由', '次の手続き'],
    required: ['理由', '次の手続き', '署名'],
    subject: '【{店舗名}】定期便: お支払いのカードをご確認ください(契約番号 {契約番号})',
    body: ['{宛名}', '{理由}', '{次の手続き}', '{これから}', '{定期便のページ}', '{署名}'].join('\n\n'),
  },
  /** A price increase applies only with the member's consent. */
  price_asked: {
    name: '価格変更のお伺い(値上げ)',
    placeholders: [...ofPrice, 'お返事のページ', 'お返事の期限', 'お返事がない場合'],
    required: ['価格の変更', 'お返事のページ', 'お返事の期限', 'お返事がない場合', '署名'],
    subject: '【{店舗名}】定期便の価格の変更について、ご同意のお願い(契約番号 {契約番号})',
    body: [
      '{宛名}',
      'いつもご利用いただき、ありがとうございます。定期便(契約番号 {契約番号})の商品の価格を、次のとおり変更させていただきたく、ご同意をお願いいたします。',
      '{価格の変更}',
      '次のページで内容をご確認のうえ、{お返事の期限}までにお返事をお願いいたします。\n{お返事がない場合}',
      '{お返事のページ}',
      'お休み、休止、解約は、マイページでお手続きいただけます。解約は、{解約の方法}',
      '{定期便のページ}',
      '{署名}',
    ].join('\n\n'),
  },
  price_lowered: {
    name: '価格変更のお知らせ(値下げ)',
    placeholders: ofPrice,
    required: ['価格の変更', '署名'],
    subject: '【{店舗名}】定期便の価格を下げます(契約番号 {契約番号})',
    body: [
      '{宛名}',
      '定期便(契約番号 {契約番号})の商品の価格を、次のとおり下げます。お手続きはいりません。',
      '{価格の変更}',
      '{定期便のページ}',
      '{署名}',
    ].join('\n\n'),
  },
  price_lapsed: {
    name: '価格変更へのご同意がなく、定期便を休止したとき',
    placeholders: ['宛名', '店舗名', '署名', '契約番号', '内容', '定期便のページ'],
    required: ['署名'],
    subject,
    body: [
      '{宛名}',
      '価格の変更へのご同意を期限までにいただいていないため、お伺いのとおり、定期便(契約番号 {契約番号})を休止しました。',
      '休止中は、お届けもご請求もありません。マイページから再開いただけます。',
      '{定期便のページ}',
      '{署名}',
    ].join('\n\n'),
  },
} as const satisfies Record<string, MessageKind>
