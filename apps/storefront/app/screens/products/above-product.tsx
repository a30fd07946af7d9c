import type { ProductDetail } from '@kushi/contract/product'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Where the product is, and whether it is a preview. */
export const AboveProduct = ({ product }: { product: ProductDetail }) => (
  <>
    {product.is_preview && (
      <div className="py-4">
        <Notice tone="warning" title="確認用の表示です">
          この商品はまだ公開されていません。このページはリンクを知っている人だけが15分間見られます。購入はできません。
        </Notice>
      </div>
    )}
    <div className="max-md:hidden">
      <Breadcrumb
        crumbs={[
          { label: '商品一覧', to: '/products' },
          { label: product.category.category_name, to: `/products?category=${product.category.slug}` },
          { label: product.product_name },
        ]}
      />
    </div>
  </>
)
