import type { MessageKind } from '../placeholders.ts'

const received = [
  '宛名',
  '店舗名',
  '署名',
  '受付番号',
  'お問い合わせの内容',
  '心当たりのない場合',
  'お返事の目安',
] as const
const reply = '担当者より、{お返事の目安}以内にご連絡いたします。しばらくお待ちください。'
const letter = (...paragraphs: string[]) => ['{宛名}', ...paragraphs, '{署名}'].join('\n\n')
const facts = ['{お問い合わせの内容}', '{心当たりのない場合}']

/** お問い合わせと卸のお申し込み */
export const inquiryMessages = {
  inquiry_received: {
    name: 'お問い合わせの受付',
    placeholders: received,
    required: ['お問い合わせの内容', '心当たりのない場合', '署名'],
    subject: '【{店舗名}】お問い合わせを承りました({受付番号})',
    body: letter('お問い合わせいただき、ありがとうございます。次の内容で承りました。', reply, ...facts),
  },
  line_inquiry_received: {
    name: 'LINEからのお問い合わせの受付',
    placeholders: received,
    required: ['お問い合わせの内容', '心当たりのない場合', '署名'],
    subject: '【{店舗名}】LINEからのお問い合わせを承りました({受付番号})',
    body: letter(
      'LINEからお問い合わせいただき、ありがとうございます。ご返信は、LINEのトークでお送りします。',
      reply,
      ...facts,
    ),
  },
  inquiry_answered: {
    name: 'お問い合わせへのご返信',
    placeholders: ['宛名', '店舗名', '署名', '受付番号', 'ご返信', 'マイページのご案内'],
    required: ['ご返信', '署名'],
    subject: '【{店舗名}】お問い合わせへのご返信({受付番号})',
    body: letter('{ご返信}', '受付番号: {受付番号}', '{マイページのご案内}'),
  },
  supplier_received: {
    name: '卸のお申し込みの受付',
    placeholders: received,
    required: ['お問い合わせの内容', '心当たりのない場合', '署名'],
    subject: '【{店舗名}】卸のお取引のお申し込みを承りました({受付番号})',
    body: letter('卸のお取引をお申し込みいただき、ありがとうございます。次の内容で承りました。', reply, ...facts),
  },
  supplier_approved: {
    name: '卸のお申し込みの承認',
    placeholders: ['宛名', '店舗名', '署名', 'URL'],
    required: ['URL', '署名'],
    subject: '【{店舗名}】お取引の審査が終わりました',
    body: letter(
      'お申し込みいただいた卸のお取引を、承りました。\n次のページを開いてパスワードを登録すると、お買い物を始めていただけます。',
      'パスワードを登録する\n{URL}',
      'このページの有効期限は14日です。期限が切れたときは、ログイン画面の「パスワードを忘れた方」からご登録ください。',
    ),
  },
  supplier_refused: {
    name: '卸のお申し込みのお断り',
    placeholders: ['宛名', '店舗名', '署名'],
    required: ['署名'],
    subject: '【{店舗名}】お取引のお申し込みについて',
    body: letter(
      'このたびは卸のお取引をお申し込みいただき、ありがとうございました。\n検討いたしましたが、今回はお取引を見送らせていただくことになりました。何とぞご了承ください。',
    ),
  },
} as const satisfies Record<string, MessageKind>
