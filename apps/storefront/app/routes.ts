import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { type AppRoute, routeTable } from './route-table.ts'

const screen = ({ path, screen, id }: AppRoute) => {
  const file = `screens/${screen}.tsx`
  return path === '/' ? index(file, { id }) : route(path.slice(1), file, { id })
}
const withLayout = (kind: AppRoute['layout']) => routeTable.filter((entry) => entry.layout === kind).map(screen)

export default [
  layout('shell/shop-layout.tsx', withLayout('shop')),
  ...withLayout('none'),
  route('sitemap.xml', 'screens/sitemap-xml.ts'),
  route('screens.json', 'chunk/screens-json.ts'),
  route('manifest.webmanifest', 'screens/home-screen.ts'),
  route('*', 'screens/unknown-path.ts'),
] satisfies RouteConfig
