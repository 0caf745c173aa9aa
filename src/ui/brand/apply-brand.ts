import type { ConfigurationValues } from '../../core/api/configuration/configuration.ts';
import { brandShades, type Shades } from '../../core/basics/brand-shades.ts';

/** Shows the colours and the icon of a brand, and follows the color scheme of the phone. */
export function applyBrand(brand: ConfigurationValues['brand']): void {
  const { light, dark } = brandShades(brand);
  const { style } = document.documentElement;
  const isDark = window.matchMedia('(prefers-color-scheme: dark)');
  const showShades = () => {
    for (const name of Object.keys(light ?? dark ?? {})) style.removeProperty(`--${name}`);
    const shades = isDark.matches ? dark : light;
    for (const [name, colour] of Object.entries(shades ?? {})) style.setProperty(`--${name}`, colour);
  };
  showShades();
  isDark.addEventListener('change', showShades);

  if (light) style.setProperty('--accent-print', light.accent);
  setThemeColour('light', light, 'accent');
  // A pale bar would glare above the dark page.
  setThemeColour('dark', dark, 'accent-soft');
  if (brand.logo !== undefined) showIcon(brand.logo);
}

function setThemeColour(scheme: string, shades: Shades | undefined, shade: keyof Shades): void {
  if (shades)
    document.querySelector(`meta[name=theme-color][media*=${scheme}]`)?.setAttribute('content', shades[shade]);
}

/** Keeps the icon of the page if the logo fails to load. */
function showIcon(logo: string): void {
  const picture = new Image();
  picture.addEventListener('load', () => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    icon?.removeAttribute('type');
    icon?.setAttribute('href', logo);
  });
  picture.src = logo;
}
