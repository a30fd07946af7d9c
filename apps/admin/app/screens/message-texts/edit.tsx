import type { MessageTextDetail } from '@kushi/contract/admin/message-text'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page } from '../../ui/page.tsx'
import { Placeholders } from './placeholders.tsx'
import { Preview } from './preview.tsx'
import { TestSending } from './test-sending.tsx'
import type { Values } from './values.ts'

export const loader = ({ params }: LoaderFunctionArgs) =>
  api('GET /admin/v1/message-texts/{kind}', { params: { kind: params.kind! } })

/** One text, with what a customer would get beside it. */
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
      const again = { subject, body, version: now.version }
      await api('PUT /admin/v1/message-texts/{kind}', { params, body: again })
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
      <Form<Values>
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
