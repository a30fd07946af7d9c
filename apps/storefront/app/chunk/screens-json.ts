/** The file of each screen's code, by the screen's id: see `load-screen.ts`. */
export async function loader() {
  const { assets } = await import('virtual:react-router/server-build')
  const files = Object.values(assets.routes).map((route) => route && [route.id, route.module])
  return Response.json(Object.fromEntries(files.filter((file) => file !== undefined)))
}
