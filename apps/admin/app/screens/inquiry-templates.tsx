import type { InquiryTemplate } from '@kushi/contract/admin/inquiry'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { useMay } from '../me.ts'
import { toast } from '../shell/toast.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formFor } from '../ui/form-for.ts'
import { Empty, Page } from '../ui/page.tsx'

const { Form, TextField, TextAreaField } = formFor<{ template_name: string; body: string }>()

export const loader = () => api('GET /admin/v1/inquiry-desk')

/** 返信のひな形 */
export function Component() {
  const { templates } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const mayWrite = useMay('inquiry.write')
  const [edited, setEdited] = useState<InquiryTemplate | null>(null)
  const close = () => {
    setEdited(null)
    void revalidate()
  }
  const remove = async ({ id, template_name, body }: InquiryTemplate) => {
    await api('DELETE /admin/v1/inquiry-templates/{id}', { params: { id } })
    toast(`${wrapInQuoteMarks(template_name)}を削除しました`, () => {
      void api('POST /admin/v1/inquiry-templates', { body: { template_name, body } }).then(() => revalidate())
    })
    await revalidate()
  }
  const add = mayWrite && (
    <Button look="primary" onClick={() => setEdited({ id: 0, template_name: '', body: '' })}>
      ひな形を追加する
    </Button>
  )
  return (
    <Page
      title="返信のひな形"
      parent={{ to: '/inquiries', name: 'お問い合わせ' }}
      lead="よく使う文章です。{お名前}、{受付番号}、{担当} は、返信の画面で入れたときに置き換わり、送る前に直せます。"
      actions={add}
    >
      {templates.length === 0 && (
        <Empty>まだひな形はありません。よく聞かれることへのお返事を、ひとつ登録してみてください。</Empty>
      )}
      <ul className="grid gap-3">
        {templates.map((one) => (
          <li key={one.id} className="rounded-base border border-line bg-surface px-4 py-3">
            <div className="mb-1 flex flex-wrap items-center gap-2">
              <h2 className="mr-auto text-sm">{one.template_name}</h2>
              {mayWrite && (
                <>
                  <Button onClick={() => setEdited(one)}>直す</Button>
                  <Button look="danger" onClick={() => void remove(one)}>
                    削除
                  </Button>
                </>
              )}
            </div>
            <p className="line-clamp-4 whitespace-pre-wrap text-muted text-xs">{one.body}</p>
          </li>
        ))}
      </ul>
      {edited && <Editor template={edited} onClose={close} />}
    </Page>
  )
}

function Editor({ template: { id, template_name, body }, onClose }: { template: InquiryTemplate; onClose(): void }) {
  return (
    <Dialog isOpen onClose={onClose} title={id === 0 ? 'ひな形を追加する' : 'ひな形を直す'}>
      <Form
        values={{ template_name, body }}
        submit="保存する"
        done="ひな形を保存しました"
        save={async (values) => {
          if (id === 0) await api('POST /admin/v1/inquiry-templates', { body: values })
          else await api('PUT /admin/v1/inquiry-templates/{id}', { params: { id }, body: values })
          onClose()
        }}
      >
        <TextField name="template_name" label="名前" isRequired maxLength={60} />
        <TextAreaField name="body" label="本文" rows={10} isRequired maxLength={4000} />
      </Form>
    </Dialog>
  )
}
