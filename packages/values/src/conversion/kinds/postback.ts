import { approvalDaysField, defineConversionKind } from '../kind.ts'

/** サーバー通知: any ASP that takes a request with parameters. Whom it tells, and by what, the 送信先 says. */
export const postbackKind = defineConversionKind({
  name: 'ASPなど(サーバー通知・ポストバック)',
  company: null,
  fields: {
    method: {
      label: '送り方',
      choices: { GET: 'GET(URLに付ける)', POST: 'POST(フォームとして送る)' },
      pattern: /^(GET|POST)$/,
      refusal: '送り方を選んでください。',
    },
    url: {
      label: 'URL',
      hint: 'https:// から始まる、ASPが指定したURLです。',
      // The addresses of ASPs may say which shop it is, so the whole is shown to those who may manage accounts only.
      pattern: /^https?:\/\/[^\s@#]{1,480}$/,
      refusal: 'https:// から始まるURLを入力してください。',
    },
    parameters: {
      label: 'パラメーター',
      hint: '1行に1つ、名前={項目} の形で入力します。例: args={order_no}',
      form: 'parameters',
      pattern: /^[\s\S]{1,4000}$/,
      refusal: 'パラメーターを入力してください。',
    },
    cancel_parameters: {
      label: '取消・返品のパラメーター',
      hint: '取消・返品も知らせるときに入力します。',
      form: 'parameters',
      is_optional: true,
      pattern: /^[\s\S]{1,4000}$/,
      refusal: 'パラメーターを入力してください。',
    },
    approval_days: approvalDaysField,
    secret: {
      label: '秘密の鍵(パラメーター)',
      hint: 'ASPが決めた鍵があれば、名前=値 の形で入力します。いつも一緒に送ります。',
      form: 'pair',
      is_secret: true,
      is_optional: true,
      pattern: /^[\w.[\]-]{1,64}=[\x21-\x7e]{1,300}$/,
      refusal: '名前=値 の形で、半角で入力してください。',
    },
    success: {
      label: '成功を表す文字',
      hint: 'ASPが本文で成否を答えるときに入力します。例: OK',
      is_optional: true,
      pattern: /^[^\s].{0,59}$/,
      refusal: '60文字までで入力してください。',
    },
  },
  told_by: 'server',
  most: 1,
  days: 30,
  click_ids: [],
  contact: 'optional',
  test: 'none',
})
