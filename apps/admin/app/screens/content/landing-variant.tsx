import { wrapInQuoteMarks } from '@kushi/values/price'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { openInNewTab } from '../../open-when-known.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { BlockFields, type EditedBlock } from './block-fields.tsx'

const { Form, TextField, Beside } = formFor<Values>()

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const key = { id: params.id!, variant_id: params.variant! }
  const [variant, categories] = await Promise.all([
    api('GET /admin/v1/landing-pages/{id}/variants/{variant_id}', { params: key }),
    api('GET /admin/v1/categories'),
  ])
  return { key, variant, categories: categories.items }
}

interface Values {
  variant_name: string
  blocks: EditedBlock[]
}

/** パターン of a 申し込みページ: its own blocks. */
export function Component() {
  const { key, variant, categories } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const mayWrite = useMay('content.write')
  const list = `/content/landing-pages/${key.id}/variants`
  const remove = async () => {
    if (!confirm(`${wrapInQuoteMarks(variant.variant_name)}を削除しますか?`)) return
    await api('DELETE /admin/v1/landing-pages/{id}/variants/{variant_id}', { params: key })
    toast('パターンを削除しました')
    await navigate(list)
  }
  return (
    <Page
      title={variant.variant_name}
      parent={{ to: list, name: `${variant.page_title}のパターン` }}
      actions={
        <>
          <Button
            onClick={() =>
              openInNewTab(api('POST /admin/v1/landing-pages/{id}/variants/{variant_id}/preview', { params: key }))
            }
          >
            保存した内容を下見する
          </Button>
          {mayWrite && !variant.is_compared && <Button onClick={() => void remove()}>削除する</Button>}
        </>
      }
      lead={
        variant.is_compared
          ? 'いまくらべているので、変えられません。比較を終えると、変えられます。内容は、下見でご覧ください。'
          : '変えられるのは部品だけです。商品、買いかた、お支払い方法、特典は、どのパターンも同じです。'
      }
    >
      {!variant.is_compared && (
        <Form
          checkedFor="claims"
          key={variant.version}
          values={variant}
          submit={mayWrite ? '保存する' : null}
          done="パターンを保存しました"
          save={async ({ variant_name, blocks }) => {
            const content = blocks.map(({ image_url: _, ...block }) => block)
            await api('PUT /admin/v1/landing-pages/{id}/variants/{variant_id}', {
              params: key,
              body: { variant_name, blocks: content, version: variant.version },
            })
            await revalidate()
          }}
        >
          <fieldset disabled={!mayWrite} className="contents">
            <Section title="パターン">
              <TextField
                name="variant_name"
                label="パターンの名前"
                isRequired
                maxLength={30}
                className="max-w-80"
                hint="管理画面だけに出ます。"
              />
            </Section>
            <BlockFields listName="blocks" page="landing_page" maxCount={30} categories={categories} />
            <Beside name="blocks" />
          </fieldset>
        </Form>
      )}
    </Page>
  )
}
