import type { CustomerDetail } from '@kushi/contract/admin/customer'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { useMay } from '../me.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formFor } from '../ui/form-for.ts'

const { Form, TextAreaField } = formFor<{ reason: string }>()

/** 代理ログイン: opens the shop as this member, in a new tab. */
export function ActAsMember({ customer: { id, name } }: { customer: CustomerDetail }) {
  const { revalidate } = useRevalidator()
  const mayAct = useMay('customer.act')
  const [isOpen, setOpen] = useState(false)
  const [url, setUrl] = useState<string | null>(null)
  if (!mayAct) return null
  const close = () => {
    setOpen(false)
    setUrl(null)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>代理ログイン</Button>
      <Dialog isOpen={isOpen} onClose={close} title="代理ログイン">
        {url === null ? (
          <>
            <p className="phrases mb-4">
              {`${name} 様としてショップを操作します。30分たつか、管理画面からログアウトすると終わります。操作は、あなたの名前で履歴に残ります。パスワード・メール・LINE・カード・退会の操作と、定期便のお申し込みはできません。`}
            </p>
            <Form
              values={{ reason: '' }}
              submit="リンクを作る"
              save={async (body) => {
                const made = await api('POST /admin/v1/customers/{id}/acting', { params: { id }, body })
                setUrl(made.url)
                await revalidate()
              }}
            >
              <TextAreaField
                name="reason"
                label="理由"
                isRequired
                rows={2}
                maxLength={500}
                hint="メモに残ります。お客様へのお知らせは送りません。"
              />
            </Form>
          </>
        ) : (
          <p className="phrases">
            1分以内に開いてください。一度だけ使えます。
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="tap mt-4 flex min-h-control w-fit items-center rounded-base border border-camellia bg-camellia px-3 text-on-camellia text-sm"
              onClick={close}
            >
              {`${name} 様としてショップを開く`}
            </a>
          </p>
        )}
      </Dialog>
    </>
  )
}
