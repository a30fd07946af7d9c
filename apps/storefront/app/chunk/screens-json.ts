/** The file of each screen's code, by the screen's id: see `load-screen.ts`. */
export async function loader() {
  const { assets } = await import('virtual:react-router/server-build')
  const files = Object.values(assets.routes).map((route) => route && [route.id, route.module])
  const json = JSON.stringify(Object.fromEntries(files.filter((file) => file !== undefined)))
  return new Response(json, { headers: { 'content-type': 'application/json' } })
}
