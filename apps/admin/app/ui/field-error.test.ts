import { ApiError } from '@kushi/contract/client'
import { createFormControl } from 'react-hook-form'
import { expect, test } from 'vitest'
import { refusedFieldsOf, splitByControl, submitForm } from './field-error.ts'

const refused = new ApiError(422, {
  error: 'ERROR_VALIDATION',
  message: '入力内容をご確認ください。',
  fields: [
    { path: 'refund.amount', message_id: 'cmn-err-002', message: '¥1,000までです。' },
    { path: 'seen.owed_amount', message_id: 'cmn-err-002', message: 'ほかの担当者が変えました。' },
    { path: 'refund.items', message_id: 'cmn-err-002', message: 'ほかの担当者が変えました。' },
  ],
})

test('what no control shows, the form says, each sentence once', () => {
  const fields = refusedFieldsOf(refused, { 'refund.amount': 'amount' })
  expect(fields[0]).toEqual({ path: 'amount', message: '¥1,000までです。' })
  const { beside, messages } = splitByControl(
    fields,
    new Map([
      [Symbol(), 'amount'],
      [Symbol(), 'refund'],
    ]),
  )
  expect(beside.map(({ path }) => path)).toEqual(['amount'])
  expect(messages).toEqual(['ほかの担当者が変えました。'])
  expect(splitByControl(fields, new Map()).messages).toHaveLength(2)
})

test('a refusal of what has no field keeps nobody from sending again', async () => {
  const form = createFormControl({ defaultValues: { amount: 1 } })
  form.register('amount')
  let sent = 0
  const send = async () => {
    if (++sent === 1) form.setError('refund.items' as never, { message: '商品がありません。' })
  }
  await submitForm(form, send)
  await submitForm(form, send)
  expect(sent).toBe(2)
})
