import type { MessageKind } from '../placeholders.ts'

const ofContract = ['宛名', '店舗名', '署名', '契約番号', '内容', 'これから', '定期便のページ'] as const
const subject = '【{店舗名}】定期便: {内容}(契約番号 {契約番号})'
const letter = (...paragraphs: string[]) =>
  ['{宛名}', '定期便(契約番号 {契約番号}): {内容}。', ...paragraphs, '{これから}', '{定期便のページ}', '{署名}'].join(
    '\n\n',
  )

/** 定期便 */
export const subscription = {
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
    subject,
    body: letter('{お届けの内容}'),
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
} as const satisfies Record<string, MessageKind>
