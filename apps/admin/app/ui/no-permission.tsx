import { ButtonLink } from './button.tsx'
import { Empty, Page } from './page.tsx'

/** Shown instead of a screen that the operator's role may not open. Reloading would not help. */
export const NoPermission = () => (
  <Page title="権限がありません">
    <Empty action={<ButtonLink to="/">今日の画面へ</ButtonLink>}>
      この画面を開く権限がありません。必要なときは、店長にご相談ください。
    </Empty>
  </Page>
)
