import { ApiError } from '@kushi/contract/client'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { formatNumber } from '../../ui/time.tsx'
import { CategoryForm, NewCategory } from './new-category.tsx'

export const loader = () => api('GET /admin/v1/categories')
type Category = Awaited<ReturnType<typeof loader>>['items'][number]

/** カテゴリ */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const mayWrite = useMay('catalogue.write')
  const [isAdding, setAdding] = useState(false)
  const [changed, setChanged] = useState<Category | null>(null)
  const [error, setError] = useState<string | null>(null)
  const cell = 'border-line border-b px-2 py-1.5 text-left'
  const remove = async ({ id, category_name }: Category) => {
    setError(null)
    try {
      await api('DELETE /admin/v1/categories/{id}', { params: { id } })
      toast(`カテゴリ${wrapInQuoteMarks(category_name)}を削除しました`)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
    await revalidate()
  }
  return (
    <Page
      title="カテゴリ"
      parent={{ to: '/products', name: '商品' }}
      actions={mayWrite && <Button onClick={() => setAdding(true)}>カテゴリを追加する</Button>}
    >
      <Refusal>{error}</Refusal>
      {items.length === 0 ? (
        <Empty>まだカテゴリがありません。商品を登録する前に、ひとつ追加してください。</Empty>
      ) : (
        <table className="w-full max-w-[800px]">
          <thead className="text-muted text-xs">
            <tr>
              <th className={cell}>カテゴリ名</th>
              <th className={cell}>URL用の名前</th>
              <th className={`${cell} text-right`}>商品</th>
              {mayWrite && <th className={cell}>変更</th>}
            </tr>
          </thead>
          <tbody>
            {items.map((one) => (
              <tr key={one.id}>
                <td className={cell}>{one.category_name}</td>
                <td className={cell}>{one.slug}</td>
                <td className={`${cell} numeric text-right`}>
                  <Link className="text-link" to={`/products?category=${one.id}`}>
                    {formatNumber(one.products)}件
                  </Link>
                </td>
                {mayWrite && (
                  <td className={cell}>
                    <span className="flex gap-3">
                      <button type="button" className="tap text-link" onClick={() => setChanged(one)}>
                        名前を変える
                      </button>
                      {one.products === 0 && (
                        <button type="button" className="tap text-link" onClick={() => void remove(one)}>
                          削除する
                        </button>
                      )}
                    </span>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <NewCategory
        isOpen={isAdding}
        onClose={() => {
          setAdding(false)
          void revalidate()
        }}
      />
      <Dialog isOpen={changed !== null} onClose={() => setChanged(null)} title="カテゴリの名前を変える">
        {changed && (
          <CategoryForm
            values={changed}
            submit="変える"
            done="カテゴリの名前を変えました"
            save={async ({ category_name, slug }) => {
              await api('PUT /admin/v1/categories/{id}', { params: { id: changed.id }, body: { category_name, slug } })
              setChanged(null)
              await revalidate()
            }}
          />
        )}
      </Dialog>
    </Page>
  )
}
