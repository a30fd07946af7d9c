import { approvalDaysField, defineConversionKind } from '../kind.ts'

/** One host name; no address of a machine, and none of a private network. */
const HOST = '(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+(?!local\\b|localhost\\b|internal\\b)[a-z]{2,63}'

/**
 * 完了画面のタグ: an ASP's own script or image, which the customer's browser loads on the completion page in a sandboxed frame. It learns the
 * order's number and amount, and nothing of the page.
 */
export const frameKind = defineConversionKind({
  name: 'ASPなど(完了画面のタグ)',
  company: null,
  fields: {
    tag: {
      label: 'ASPのタグ',
      hint: 'ASPから渡された script と img を貼り付け、番号と金額のところを {項目} にします。',
      form: 'tag',
      pattern: /^[\s\S]{1,4000}$/,
      refusal: 'タグは、4000文字までで入力してください。',
    },
    hosts: {
      label: '読み込みを許すホスト',
      hint: '1行に1つ、5つまで入力します。例: px.asp.example。ここにないところからは、何も読み込みません。',
      form: 'hosts',
      pattern: new RegExp(`^${HOST}(?:\\n${HOST}){0,4}$`),
      refusal: 'ホストの名前を、https:// を付けずに、小文字で、1行に1つ、5つまで入力してください。',
    },
    agreed: {
      label: 'タグはASPから渡されたもので、同意されたお客様のブラウザで動かしてよいことを確かめました',
      hint: 'タグは、このショップの画面、Cookie、お客様の情報には触れられない枠の中で動きます。',
      form: 'agree',
      pattern: /^yes$/,
      refusal: 'お客様のブラウザでほかの会社のタグを動かします。確かめて、チェックを入れてください。',
    },
    approval_days: approvalDaysField,
  },
  told_by: 'browser',
  most: 1,
  days: 1,
  click_ids: [],
  contact: 'optional',
  test: 'document',
})
