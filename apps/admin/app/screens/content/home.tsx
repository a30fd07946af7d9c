import { useWatch } from 'react-hook-form'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { formFor } from '../../ui/form-for.ts'
import { Empty, Page } from '../../ui/page.tsx'
import { BlockFields, type EditedBlock } from './block-fields.tsx'

const { Form } = formFor<Values>()

export const loader = async () => {
  const [home, categories] = await Promise.all([api('GET /admin/v1/setting/home'), api('GET /admin/v1/categories')])
  return { ...home, categories: categories.items }
}

interface Values {
  items: EditedBlock[]
}

/** トップページの構成: the blocks, their order and their content. */
export function Component() {
  const { items, version, categories } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const mayWrite = useMay('content.write')
  return (
    <Page
      title="トップページの構成"
      parent={{ to: '/content', name: '文章とページ' }}
      lead="上から順に並びます。保存すると、すぐにショップに反映されます。"
    >
      <Form
        checkedFor="claims"
        key={version}
        values={{ items }}
        submit={mayWrite ? '保存する' : null}
        done="トップページを保存しました"
        save={async (values) => {
          await api('PUT /admin/v1/setting/home', {
            body: { items: values.items.map(({ image_url: _, ...item }) => item), version },
          })
          await revalidate()
        }}
      >
        <fieldset disabled={!mayWrite} className="contents">
          <Unarranged />
          <BlockFields listName="items" page="home" maxCount={20} categories={categories} />
        </fieldset>
      </Form>
    </Page>
  )
}

const Unarranged = () =>
  useWatch<Values, 'items'>({ name: 'items' }).length === 0 && (
    <Empty>まだ何も並べていません。このままでは、お店の名前と商品が表示されます。</Empty>
  )
