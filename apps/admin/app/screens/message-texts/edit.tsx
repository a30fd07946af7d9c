import type { MessageTextDetail } from '@kushi/contract/admin/message-text'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page } from '../../ui/page.tsx'
import { Placeholders } from './placeholders.tsx'
import { TestSending } from './test-sending.tsx'
import type { Values } from './values.ts'

const { Form, TextField, TextAreaField } = formFor<Values>()

export const loader = ({ params }: LoaderFunctionArgs) =>
  api('GET /admin/v1/message-texts/{kind}', { params: { kind: params.kind! } })

/** Edits one text, with a preview of the message beside it. */
export function Component() {
  const text = useLoaderData<MessageTextDetail>()
  const { kind, name, is_line, is_own, subject, body, version } = text
  const { revalidate } = useRevalidator()
  const mayWrite = useMay('content.write')
  const params = { kind }
  const reset = async () => {
    await api('DELETE /admin/v1/message-texts/{kind}', { params })
    const undo = async () => {
      const now = await api('GET /admin/v1/message-texts/{kind}', { params })
      const savedAgain = { subject, body, version: now.version }
      await api('PUT /admin/v1/message-texts/{kind}', { params, body: savedAgain })
      await revalidate()
    }
    toast('標準の文章に戻しました', () => void undo())
    await revalidate()
  }
  return (
    <Page
      title={`${is_line ? 'LINE' : 'メール'}: ${name}`}
      parent={{ to: '/message-texts', name: 'メールとLINEの文章' }}
      actions={mayWrite && is_own && <Button onClick={() => void reset()}>標準の文章に戻す</Button>}
      lead={is_line ? 'LINEのカードの題名と、はじめの文です。注文番号などの表とボタンは変わりません。' : undefined}
    >
      <Form
        checkedFor={text.group === 'お知らせ' ? 'claims' : 'notice'}
        key={version}
        values={{ subject, body }}
        submit={mayWrite ? '保存する' : null}
        done="文章を保存しました"
        aside={
          mayWrite && (
            <TestSending<Values> send={(body) => api('POST /admin/v1/message-texts/{kind}/test', { params, body })} />
          )
        }
        save={async (values) => {
          await api('PUT /admin/v1/message-texts/{kind}', { params, body: { ...values, version } })
          await revalidate()
        }}
      >
        <div className="grid gap-x-6 lg:grid-cols-2">
          <div className="min-w-0">
            <TextField
              name="subject"
              label={is_line ? '題名' : '件名'}
              isRequired
              readOnly={!mayWrite}
              maxLength={100}
            />
            <TextAreaField
              name="body"
              label={is_line ? 'はじめの文' : '本文'}
              rows={is_line ? 4 : 20}
              readOnly={!mayWrite}
              maxLength={5000}
            />
            <Placeholders placeholders={text.placeholders} mayWrite={mayWrite} />
          </div>
          <Preview kind={kind} isLine={is_line} />
        </div>
      </Form>
    </Page>
  )
}

const PAUSE_MS = 300
interface TextPreview extends Values {
  order_no: string | null
}

/** The message as a customer gets it, updated when the operator pauses typing. */
function Preview({ kind, isLine }: { kind: string; isLine: boolean }) {
  const { subject, body } = useFormContext<Values>().watch()
  const [shown, setShown] = useState<TextPreview | null>(null)
  useEffect(() => {
    let isCurrent = true
    const ask = async () => {
      const given = { params: { kind }, body: { subject, body } }
      const answer = await api('POST /admin/v1/message-texts/{kind}/preview', given).catch(() => null)
      if (isCurrent && answer) setShown(answer)
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [kind, subject, body])
  return (
    <section aria-label="プレビュー" className="mb-4 min-w-0">
      <p className="mb-1 font-medium text-xs">お客様に届く形</p>
      <div className="rounded-base border border-line bg-surface">
        <p className="border-line border-b px-4 py-2 font-medium">{shown?.subject}</p>
        <p className="min-h-[80px] whitespace-pre-wrap px-4 py-3">{shown?.body}</p>
      </div>
      <p className="mt-1 text-muted text-xs">
        {shown?.order_no
          ? `いちばん新しいご注文(${shown.order_no})の内容で表示しています。注文にない項目は見本です。`
          : '見本の内容で表示しています。'}
        {isLine && '実際のカードには、この下に表とボタンが付きます。'}
      </p>
    </section>
  )
}
