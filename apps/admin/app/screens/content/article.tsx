import type { ArticleInput } from '@kushi/contract/admin/story'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay, useMe } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page } from '../../ui/page.tsx'
import { PictureField } from '../../ui/picture-field.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'

const { Form, TextField, TextAreaField, CheckField } = formFor<Values>()

export const loader = ({ params: { id } }: LoaderFunctionArgs) =>
  id === undefined ? null : api('GET /admin/v1/articles/{id}', { params: { id } })

type Values = ArticleInput & { image_url: string | null }

const postedJsonFields = ({
  slug,
  title,
  lead,
  html,
  image_path,
  image_alt,
  published_on,
  visible,
}: Values): ArticleInput => ({
  slug,
  title,
  lead,
  html,
  image_path,
  image_alt,
  published_on,
  visible,
})

/** 読みもの: edits an article, or creates a new one. */
export function Component() {
  const article = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { today } = useMe()
  const mayWrite = useMay('content.write')
  const remove = async () => {
    if (!article || !confirm(`${wrapInQuoteMarks(article.title)}を削除しますか?`)) return
    await api('DELETE /admin/v1/articles/{id}', { params: { id: article.id } })
    toast('読みものを削除しました')
    await navigate('/content')
  }
  const values: Values = article ?? {
    slug: '',
    title: '',
    lead: '',
    html: '',
    image_path: null,
    image_url: null,
    image_alt: '',
    published_on: today,
    visible: false,
  }
  return (
    <Page
      title={article?.title ?? '読みものを加える'}
      parent={{ to: '/content', name: '文章とページ' }}
      actions={article && mayWrite && <Button onClick={() => void remove()}>削除する</Button>}
    >
      <Form
        checkedFor="claims"
        key={article?.version ?? 'new'}
        values={values}
        submit={mayWrite ? '保存する' : null}
        done="読みものを保存しました"
        save={async (typed) => {
          const body = postedJsonFields(typed)
          if (!article) {
            const { id } = await api('POST /admin/v1/articles', { body })
            await navigate(`/content/articles/${id}`)
            return
          }
          await api('PUT /admin/v1/articles/{id}', {
            params: { id: article.id },
            body: { ...body, version: article.version },
          })
          await revalidate()
        }}
      >
        <fieldset disabled={!mayWrite} className="contents">
          <div className="max-w-[800px]">
            <CheckField name="visible" label="公開する" hint="公開日が来るまでは、ショップに出ません。" />
            <TextField name="title" label="題名" isRequired maxLength={60} />
            <div className="grid gap-x-4 md:grid-cols-2">
              <TextField name="slug" label="URL用の名前" isRequired maxLength={60} hint="例: how-to-use-oil" />
              <TextField name="published_on" label="公開日" type="date" isRequired />
            </div>
            <TextAreaField name="lead" label="紹介文" rows={2} maxLength={300} hint="一覧と検索結果に出ます。" />
            <PictureField<Values> prefix="" label="写真" />
            <RichTextField<Values> name="html" label="文章" rows={20} />
          </div>
        </fieldset>
      </Form>
    </Page>
  )
}
